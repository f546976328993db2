import type { Words } from '../catalogue.ts'

export const actionLink: Words['actionLink'] = {
  acknowledge: 'Bestätigen',
  acknowledges: 'Mit „Bestätigen“ sagen Sie, dass Sie sich kümmern. Dann wird niemand sonst benachrichtigt.',
  resolve: 'Beheben',
  open: 'In Tocsin öffnen',
  home: 'Tocsin öffnen',
  only: 'Mit Ihrer Rolle können Sie Vorfälle nur ansehen.',
  nobodyElse: 'Niemand sonst wird benachrichtigt.',
  merged: (id) => `Vorfall #${id} ist jetzt Teil dieses Vorfalls.`,
  actingAs: (name) => `Sie handeln als ${name}. Dieser Link gilt einen Tag; geben Sie ihn nicht weiter.`,
  dead: 'Dieser Link gilt nicht mehr',
  deadHint: 'Links in Benachrichtigungen gelten einen Tag lang, solange es ihren Kontaktweg gibt.',
}
