import type { Words } from '../catalogue.ts'

/** Why somebody cannot be called for help: a part of the reasons. */
export const callReasons = {
  call_of_oneself: 'sind Sie selbst',
  no_step_to_call: 'In keinem Schritt der Eskalationsregel kann jetzt sonst jemand benachrichtigt werden',
  nobody_else_on_call: (schedule) => `Sonst hat niemand Bereitschaft: ${schedule}`,
  call_unreachable: (names) => `Ohne bestätigten Kontaktweg: ${names}`,
  call_uninterested: (names) => `Wird bei dieser Schwere nicht benachrichtigt: ${names}`,
  calls_of_incident: (most) =>
    `Für diesen Vorfall wurde in zehn Minuten ${most}-mal Hilfe gerufen; versuchen Sie es später noch einmal`,
  calls_of_person: (most) => `Sie haben in zehn Minuten ${most}-mal Hilfe gerufen; versuchen Sie es später noch einmal`,
} satisfies Partial<Words['reasons']>
