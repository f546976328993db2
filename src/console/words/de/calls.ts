import type { Words } from '../catalogue.ts'

export const calls: Words['calls'] = {
  open: 'Hilfe rufen',
  title: 'Hilfe rufen',
  what: 'Wen Sie rufen, wird wie bei einem Schritt der Eskalation benachrichtigt. Eine Bestätigung bleibt bestehen.',
  whom: 'Wen',
  nextStep: (names, step, steps) => `Nächster Schritt, ${step} von ${steps}: ${names}`,
  onCall: (schedule, names) => `In Bereitschaft, ${schedule}: ${names}`,
  note: 'Was sie wissen sollten (optional)',
  send: 'Hilfe rufen',
  nobody: 'Von diesem Vorfall kann jetzt sonst niemand benachrichtigt werden.',
  coming: 'Ich komme',
  youAreComing: 'Sie haben gesagt, dass Sie kommen.',
  called: 'Gerufen:',
}
