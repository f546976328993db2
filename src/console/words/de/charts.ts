import type { Words } from '../catalogue.ts'

export const charts: Words['charts'] = {
  label: (name) =>
    `${name} im Verlauf. Pfeiltasten lesen die Werte, + und − ändern den Ausschnitt, Escape zeigt alles.`,
  summary: (name, least, largest) => `${name}: von ${least} bis ${largest}`,
  nothing: 'Kein Wert in diesem Zeitraum',
  asTable: 'Als Tabelle zeigen',
  tableOf: (name) => `${name} als Tabelle`,
  time: 'Zeit',
  least: 'Tiefster',
  mean: 'Mittel',
  largest: 'Höchster',
  gap: 'Nichts gehört',
  script: {
    gap: 'nichts gehört',
    mean: 'Mittel',
    alert: 'Alarm',
    zoomed: 'Ausschnitt. Escape zeigt alles.',
    whole: 'Alles ist zu sehen.',
    reset: 'Alles zeigen',
  },
}
