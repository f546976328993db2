/** Texts of calling somebody for help. */
export const calls = {
  open: 'Call for help',
  title: 'Call for help',
  what: 'Whoever you call is notified like a step of the escalation. An acknowledgement stays.',
  whom: 'Whom',
  nextStep: (names: string, step: number, steps: number) => `Next step, ${step} of ${steps}: ${names}`,
  onCall: (schedule: string, names: string) => `On call, ${schedule}: ${names}`,
  note: 'What they should know (optional)',
  send: 'Call for help',
  nobody: 'Nobody else can be notified of this incident now.',
  coming: 'I am coming',
  youAreComing: 'You said that you are coming.',
  called: 'Called:',
}
