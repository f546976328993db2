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

export const ranges: Words['ranges'] = {
  label: 'Zeitraum',
  presets: 'Bis jetzt',
  last: {
    '1h': 'Letzte Stunde',
    '6h': 'Letzte 6 Stunden',
    '24h': 'Letzte 24 Stunden',
    '7d': 'Letzte 7 Tage',
    '30d': 'Letzte 30 Tage',
  },
  short: { '1h': '1 Std.', '6h': '6 Std.', '24h': '24 Std.', '7d': '7 T.', '30d': '30 T.' },
  earlier: 'Früher',
  later: 'Später',
  own: 'Anderer Zeitraum',
  from: 'Von',
  to: 'Bis',
  show: 'Anwenden',
}
