/** Texts of the page behind the link of a notification. */
export const actionLink = {
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  open: 'Open in Tocsin',
  home: 'Open Tocsin',
  since: 'Since',
  device: 'Device',
  only: 'Your role can only view incidents.',
  acknowledgedBy: (name: string) => `${name} acknowledged it. Nobody else is notified.`,
  youAcknowledged: 'You acknowledged it. Nobody else is notified.',
  resolvedBy: (name: string) => `Resolved by ${name}.`,
  youResolved: 'You resolved it.',
  autoResolved: 'Auto-resolved.',
  merged: (id: number) => `Incident #${id} is part of this one now.`,
  actingAs: (name: string) => `You act as ${name}. This link works for a day; do not forward it.`,
  dead: 'This link no longer works',
  deadHint: 'Links in notifications work for a day, as long as their contact method exists.',
}
