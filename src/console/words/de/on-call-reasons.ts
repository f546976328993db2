import type { ON_CALL_REASONS } from '../../../platform/on-call-reasons.ts'

/** Why a schedule, a shift, a note of one or a calendar is refused: a part of the reasons. */
export const onCallReasons: typeof ON_CALL_REASONS = {
  schedule_name_taken: 'Einen Bereitschaftsplan mit diesem Namen gibt es schon',
  schedule_used: (uses) => `Der Bereitschaftsplan wird noch gebraucht: ${uses}; ändern Sie das zuerst`,
  overrides_most: (most) => `Es gibt schon ${most} künftige Vertretungen; löschen Sie erst welche`,
  override_over: 'Die Vertretung ist vorbei; Vergangenes wird nicht geändert',
  only_own_shifts: 'Für andere kann das nur jemand mit der Rolle Verwaltend',
  only_on_call: 'Das kann nur, wer gerade Bereitschaft hat',
  shift_notes_most: (most) => `Es gibt schon ${most} ungelesene Notizen; löschen Sie erst welche`,
  shift_note_seen: 'Die Notiz ist schon gelesen und wird nicht mehr gelöscht',
  feeds_most: (most) => `Sie haben schon ${most} Kalender; löschen Sie erst welche`,
}
