import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const map: Words['map'] = {
  title: 'Karte',
  label: 'Karte aller Geräte. Pfeiltasten bewegen sie, + und − zoomen. Die Liste daneben zeigt dieselben Geräte.',
  list: 'Geräte mit Position',
  shown: (n) => count(n, { one: '# Gerät mit Position', other: '# Geräte mit Position' }),
  modules: 'Module',
  statuses: 'Zustände',
  none: 'Noch hat kein Gerät eine Position gesendet.',
  noneHint: 'Ein Messwert mit lat und lng setzt sein Gerät auf die Karte:',
  sample: 'Messwert mit Position',
  noneMatches: 'Kein Gerät mit Position entspricht dem Filter.',
  chosen: 'Ausgewähltes Gerät',
  heading: 'Richtung',
  lastSeen: 'Zuletzt gesehen',
  placeFrom: 'Position von',
  open: 'Öffnen',
  follow: 'Folgen',
  close: 'Schließen',
  geofences: 'Geofences',
  track: 'Strecke',
  trackOff: 'Keine Strecke',
  more: 'Weitere Geräte',
  withoutScripts: 'Die Karte braucht JavaScript. Die Liste der Geräte zeigt dasselbe ohne.',
  script: {
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    streets: 'Straßen für diese Gegend',
    askForStreets: 'Wer Tocsin verwaltet, kann Straßen für diese Gegend einschalten.',
    noTiles: 'Die Straßen lassen sich nicht von ihrem Server laden.',
    reportIssue: 'Fehler in der Karte melden',
    noArchive: 'Die Kartendatei lässt sich nicht lesen. Das ist die eingebaute Karte.',
    start: 'Anfang der Strecke',
    end: 'Letzte Position',
    devices: '# Geräte',
    follow: 'Folgen',
    following: 'Folgt',
    earth: 'Natural Earth, GeoNames',
  },
}
