import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')
/** Adjectives and the like before a noun. */
const BEFORE_NOUN = /^(\p{Lu}\p{Ll}+(er|e|es) (?=\p{Lu})|Außerhalb )/u

export const ruleSentence: Words['ruleSentence'] = {
  when: 'Wenn',
  or: 'oder',
  inside: (name) => (BEFORE_NOUN.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name),
  list: (parts, word) =>
    parts.length < 2
      ? parts.join('')
      : `${parts.slice(0, -1).join(', ')} ${word === 'and' ? 'und' : 'oder'} ${parts.at(-1)}`,
  not: (what) => `nicht (${what})`,
  flagOff: (name) => `${name} nicht gemeldet`,
  where: (what, equals) => `${what} (${equals})`,
  ranges: {
    outside: (what, from, to) => `${what} außerhalb ${from} bis ${to}`,
    inside: (what, from, to) => `${what} innerhalb ${from} bis ${to}`,
  },
  rates: {
    delta: (what, window) => `Änderung (${what}) innerhalb von ${window}`,
    percent: (what, window) => `Änderung in Prozent (${what}) innerhalb von ${window}`,
    per_min: (what, window) => `Änderung je Minute (${what}) über ${window}`,
  },
  aggregates: {
    avg: (what, window) => `Mittelwert (${what}) über ${window}`,
    min: (what, window) => `kleinster Wert (${what}) innerhalb von ${window}`,
    max: (what, window) => `größter Wert (${what}) innerhalb von ${window}`,
    sum: (what, window) => `Summe (${what}) innerhalb von ${window}`,
    count: (what, window) => `Anzahl der Werte (${what}) innerhalb von ${window}`,
    all: (what, window) => `jeder Wert (${what}) über ${window}`,
    any: (what, window) => `irgendein Wert (${what}) innerhalb von ${window}`,
  },
  score: (of) => `Punktzahl aus ${of}`,
  counted: (times, window) => `mindestens ${times} × innerhalb von ${window}`,
  silent: 'keine Daten eintreffen',
  silentOf: (name) => `keine Daten eintreffen (${name})`,
  ownThreshold: 'länger als die eigene Schwelle des Geräts',
  fences: {
    outside: (area) => `außerhalb: ${area}`,
    inside: (area) => `innerhalb: ${area}`,
    enter: (area) => `Einfahrt: ${area}`,
    exit: (area) => `Ausfahrt: ${area}`,
  },
  geofence: (name) => `Geofence „${name}“`,
  circle: (radius, centre) => `${radius} um ${centre}`,
  polygon: (corners) => `ein Gebiet mit ${corners} Ecken`,
  ownLimit: (attribute, otherwise) => `${attribute} des Geräts (sonst ${otherwise})`,
  for: (duration) => `für ${duration}`,
  atOnce: 'sofort',
  on: (devices) => `bei ${devices}`,
  allDevices: 'allen Geräten',
  modules: (names) => `Geräten (${names})`,
  module: (name) => name,
  tagged: (devices, tags) => `${devices} mit dem Schlagwort ${tags}`,
  ofThese: (devices, n) =>
    `${count(n, { one: '# ausgewähltem Gerät', other: '# ausgewählten Geräten' })} von ${devices}`,
  these: (n) => count(n, { one: '# ausgewähltem Gerät', other: '# ausgewählten Geräten' }),
  except: (devices, what) => `${devices} außer ${what}`,
  taggedOnly: (tags) => `denen mit dem Schlagwort ${tags}`,
  devices: (n) => count(n, { one: '# Gerät', other: '# Geräten' }),
  hours: (hours, zone) => `${hours} (${zone})`,
  daily: 'täglich',
  incident: 'eröffnet einen Vorfall',
  ownIncident: 'eröffnet einen eigenen Vorfall',
  noIncident: 'kein Vorfall',
  latched: 'bleibt offen, bis ihn jemand behebt',
}
