import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const rules: Words['rules'] = {
  title: 'Regeln',
  newRule: 'Neue Regel',
  search: 'Regeln suchen',
  states: 'Zustand',
  on: 'Ein',
  off: 'Aus',
  noisy: 'Laut',
  own: 'Eigene',
  edited: 'Geändert',
  builtIn: 'Mitgeliefert',
  all: 'Alle Geräte',
  groupCount: (on, all) => `${on} von ${all} eingeschaltet`,
  columns: { rule: 'Regel', lastFired: 'Zuletzt ausgelöst', week: '7 Tage', state: 'Ein' },
  switch: (name) => `${name}: eingeschaltet`,
  week: (n, days) => `${count(n, { one: '# Alarm', other: '# Alarme' })} in sieben Tagen: ${days.join(', ')}`,
  firing: (n) => `${n} offen`,
  noisyWhy: (n, devices) =>
    `${count(n, { one: '# Alarm', other: '# Alarme' })} in 7 Tagen${devices === null ? '' : ` bei ${count(devices, { one: '# Gerät', other: '# Geräten' })}`}: mehr, als jemand beachtet`,
  none: 'Keine Regel passt. Nehmen Sie einen Filter weg, oder legen Sie eine Regel an.',
  exportAll: 'Als YAML exportieren',
  done: {
    saved: 'Gespeichert. Die Regel gilt ab dem nächsten Messwert.',
    same: 'Es hat sich nichts geändert.',
    on: 'Eingeschaltet.',
    off: 'Ausgeschaltet. Ihre offenen Alarme sind beendet.',
    removed: 'Entfernt. Ihre offenen Alarme sind beendet.',
    reverted: 'Wieder wie mitgeliefert.',
    restored: 'Zurückgeholt, als neue Fassung.',
    recommended: 'Die empfohlenen Regeln sind eingeschaltet.',
  },
  gallery: {
    title: 'Mit einer mitgelieferten Regel beginnen',
    introduction:
      'Regeln für übliche Grenzwerte, mit ihren Quellen. Die meisten gelten bereits; nehmen Sie eine als Anfang für Ihre eigene.',
    enable: 'Empfohlene einschalten',
    allOn: 'Alle sind eingeschaltet',
    start: 'Damit beginnen',
    startFrom: (name) => `Mit „${name}“ beginnen`,
    look: 'Ansehen',
    blank: 'Oder mit nichts beginnen',
  },
  copyOf: (name) => `${name} (Kopie)`,
}
