/** Texts of the page behind the link of a notification. */
export const actionLink = {
  acknowledge: 'Acknowledge',
  acknowledges: 'Acknowledge says that you are on it. Then nobody else is notified.',
  resolve: 'Resolve',
  open: 'Open in Tocsin',
  home: 'Open Tocsin',
  only: 'Your role can only view incidents.',
  nobodyElse: 'Nobody else is notified.',
  merged: (id: number) => `Incident #${id} is part of this one now.`,
  actingAs: (name: string) => `You act as ${name}. This link works for a day; do not forward it.`,
  dead: 'This link no longer works',
  deadHint: 'Links in notifications work for a day, as long as their contact method exists.',
}
