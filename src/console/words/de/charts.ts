import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const charts: Words['charts'] = {
  label: (name) => `${name} im Verlauf. Pfeiltasten lesen die Werte, + und − zoomen, Escape setzt den Zeitraum zurück.`,
  summary: (name, least, largest) => `${name}: von ${least} bis ${largest}`,
  nothing: 'Keine Daten in diesem Zeitraum',
  asTable: 'Als Tabelle anzeigen',
  tableOf: (name) => `${name} als Tabelle`,
  time: 'Zeit',
  least: 'Tiefster',
  mean: 'Mittel',
  largest: 'Höchster',
  gap: 'Keine Daten',
  marks: (n) => count(n, { one: '# Ereignis auf der Zeitachse', other: '# Ereignisse auf der Zeitachse' }),
  mark: {
    alert: (title) => `Alarm: ${title}`,
    incident: (id, title) => `Vorfall #${id}: ${title}`,
    incidentNote: (id, note) => `Notiz zu Vorfall #${id}: ${note}`,
    deviceNote: (note) => `Notiz: ${note}`,
    alertNote: (title, note) => `Notiz zum Alarm „${title}“: ${note}`,
  },
  compare: {
    title: 'Vergleichen',
    about: 'Bis zu acht Linien in einem Diagramm, mit höchstens zwei Einheiten.',
    none: 'Noch keine Linien. Wählen Sie unten Messgrößen von Geräten aus.',
    nothing: 'Zu diesen Linien gibt es in diesem Zeitraum keine Daten.',
    lines: 'Linien des Diagramms',
    value: 'Messgröße',
    device: 'Gerät',
    remove: (name) => `${name} entfernen`,
    leftOut: (n) =>
      count(n, {
        one: '# Linie fehlt: Das Diagramm hat schon zwei Einheiten.',
        other: '# Linien fehlen: Das Diagramm hat schon zwei Einheiten.',
      }),
    add: 'Linien hinzufügen',
    find: 'Geräte nach Namen suchen',
    noDevices: 'Keine passenden Geräte.',
    valuesOf: (device) => `Messgrößen von ${device}`,
    full: 'Das Diagramm hat schon acht Linien.',
    twoUnits: 'Das Diagramm hat schon zwei Einheiten.',
  },
  script: {
    gap: 'keine Daten',
    mean: 'Mittel',
    alert: 'Alarm',
    zoomed: 'Zeitraum geändert. Escape setzt ihn zurück.',
    whole: 'Zeitraum zurückgesetzt.',
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
  short: { '1h': '1 h', '6h': '6 h', '24h': '24 h', '7d': '7 Tage', '30d': '30 Tage' },
  earlier: 'Früher',
  later: 'Später',
  own: 'Anderer Zeitraum',
  reset: 'Zeitraum zurücksetzen',
  from: 'Von',
  to: 'Bis',
  reversed: 'Das Ende muss nach dem Beginn liegen.',
  noTime: (text) => `„${text}“ ist kein Zeitpunkt. Wählen Sie einen.`,
  show: 'Anwenden',
}
