import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const map: Words['map'] = {
  title: 'Karte',
  label: 'Karte aller Geräte. Pfeiltasten bewegen sie, + und − zoomen. Die Liste daneben zeigt dieselben Geräte.',
  list: 'Geräte mit Standort',
  shown: (n) => count(n, { one: '# Gerät mit Standort', other: '# Geräte mit Standort' }),
  modules: 'Module',
  statuses: 'Zustände',
  none: 'Noch hat kein Gerät einen Standort gesendet.',
  noneHint: 'Ein Messwert mit lat und lng setzt sein Gerät auf die Karte:',
  sample: 'Messwert mit Standort',
  noneMatches: 'Kein Gerät mit Standort entspricht dem Filter.',
  chosen: 'Ausgewähltes Gerät',
  heading: 'Richtung',
  lastSeen: 'Zuletzt gesehen',
  placeFrom: 'Standort von',
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
    askForStreets: 'Straßen für diese Gegend kann eine Administratorin oder ein Administrator einschalten.',
    noTiles: 'Die Straßen lassen sich nicht von ihrem Server laden.',
    reportIssue: 'Fehler in der Karte melden',
    noArchive: 'Die Kartendatei lässt sich nicht lesen. Das ist die eingebaute Karte.',
    start: 'Anfang der Strecke',
    end: 'Letzter Standort',
    devices: '# Geräte',
    follow: 'Folgen',
    following: 'Folgt',
    earth: 'Natural Earth, GeoNames',
  },
}
