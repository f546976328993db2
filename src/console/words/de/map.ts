import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const map: Words['map'] = {
  title: 'Karte',
  label:
    'Karte aller Geräte. Pfeiltasten bewegen sie, + und − ändern den Maßstab. Die Liste daneben hat dieselben Geräte.',
  list: 'Geräte mit Ort',
  shown: (n) => count(n, { one: '# Gerät mit Ort', other: '# Geräte mit Ort' }),
  modules: 'Arten von Geräten',
  statuses: 'Zustände',
  none: 'Noch hat kein Gerät einen Ort geschickt.',
  noneHint: 'Eine Messung mit lat und lng setzt ihr Gerät hierher:',
  sample: 'Eine Messung mit Ort',
  noneMatches: 'Kein Gerät mit Ort passt dazu.',
  chosen: 'Gewähltes Gerät',
  heading: 'Richtung',
  lastSeen: 'Zuletzt gemeldet',
  placeFrom: 'Ort von',
  open: 'Öffnen',
  follow: 'Folgen',
  close: 'Schließen',
  track: 'Strecke',
  trackOff: 'Keine Strecke',
  more: 'Weitere Geräte',
  withoutScripts: 'Die Karte braucht JavaScript. Die Liste der Geräte zeigt dasselbe ohne.',
  script: {
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    noStreets: 'Keine Straßenkarte eingerichtet',
    addStreets: 'Einrichten',
    noArchive: 'Die Kartendatei lässt sich nicht lesen; das ist die eingebaute Karte.',
    start: 'Anfang der Strecke',
    end: 'Letzter Ort',
    devices: '# Geräte',
    follow: 'Folgen',
    following: 'Folgt',
    earth: 'Natural Earth',
  },
}
