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
  turnOff: (name: string) => `„${name}“ ausschalten`,
  limits: {
    title: 'Geltende Grenzwerte',
    on: 'Am Ende des',
    show: 'Zeigen',
    state: (on: number, off: number) => `${on} Regeln ein, ${off} aus.`,
    source: 'Quelle der Grenzwerte',
    noSource: 'Keine angegeben',
    setBy: 'Festgelegt von',
  },
  turnOffNow: 'Ausschalten',
  week: (n, days) => `${count(n, { one: '# Alarm', other: '# Alarme' })} in sieben Tagen: ${days.join(', ')}`,
  firing: (n) => `${n} offen`,
  noisyWhy: (n, devices) =>
    `${count(n, { one: '# Alarm', other: '# Alarme' })} in 7 Tagen${devices === null ? '' : ` bei ${count(devices, { one: '# Gerät', other: '# Geräten' })}`}: mehr, als jemand bearbeiten kann`,
  none: 'Keine Regel entspricht dem Filter.',
  exportAll: 'Als YAML exportieren',
  done: {
    saved: 'Gespeichert. Gilt ab dem nächsten Messwert.',
    same: 'Keine Änderungen.',
    on: 'Eingeschaltet.',
    off: 'Ausgeschaltet. Ihre offenen Alarme sind behoben.',
    removed: 'Regel gelöscht. Ihre offenen Alarme sind behoben.',
    reverted: 'Mitgelieferte Regel wiederhergestellt.',
    restored: 'Als neue Fassung wiederhergestellt.',
    recommended: 'Empfohlene Regeln eingeschaltet.',
  },
  gallery: {
    title: 'Mit einer mitgelieferten Regel beginnen',
    introduction:
      'Regeln mit üblichen Grenzwerten und ihren Quellen. Die meisten sind schon eingeschaltet; nehmen Sie eine als Vorlage für Ihre eigene.',
    enable: 'Empfohlene Regeln einschalten',
    allOn: 'Alle empfohlenen Regeln sind eingeschaltet',
    start: 'Als Vorlage nehmen',
    startFrom: (name) => `„${name}“ als Vorlage nehmen`,
  },
  copyOf: (name) => `${name} (Kopie)`,
}
