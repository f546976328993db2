import type { Words } from '../catalogue.ts'

export const charts: Words['charts'] = {
  label: (name) => `${name} im Verlauf. Pfeiltasten lesen die Werte, + und − zoomen, Escape zeigt alles.`,
  summary: (name, least, largest) => `${name}: von ${least} bis ${largest}`,
  nothing: 'Keine Daten in diesem Zeitraum',
  asTable: 'Als Tabelle anzeigen',
  tableOf: (name) => `${name} als Tabelle`,
  time: 'Zeit',
  least: 'Tiefster',
  mean: 'Mittel',
  largest: 'Höchster',
  gap: 'Keine Daten',
  script: {
    gap: 'keine Daten',
    mean: 'Mittel',
    alert: 'Alarm',
    zoomed: 'Vergrößert. Escape zeigt alles.',
    whole: 'Alles ist zu sehen.',
    reset: 'Alles anzeigen',
  },
}
