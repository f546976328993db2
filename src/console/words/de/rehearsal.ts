import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const rehearsal: Words['rehearsal'] = {
  title: 'Probe',
  introduction:
    'Was diese Regel mit den gespeicherten Messwerten getan hätte. Es werden keine Benachrichtigungen gesendet.',
  run: 'Starten',
  range: 'Zeitraum',
  ranges: { 1: '24 h', 7: '7 Tage', 30: '30 Tage' },
  waits: 'Er beginnt, sobald die Regel vollständig ist.',
  busy: 'Eine andere Probe läuft gerade. Versuchen Sie es gleich noch einmal.',
  tooMany: 'Das sind mehr als eine halbe Million Messwerte. Wählen Sie einen kürzeren Zeitraum oder weniger Geräte.',
  alerts: 'Alarme',
  devices: 'Geräte',
  incidents: 'Vorfälle',
  worstHour: 'Schlimmste Stunde',
  firing: 'Zeit offen',
  read: (readings, devices) => `${readings} Messwerte von ${count(devices, { one: '# Gerät', other: '# Geräten' })}`,
  none: 'Sie hätte keinen Alarm ausgelöst.',
  perDay: (n) => `Sie würde ${n} × am Tag auslösen.`,
  noisy: (n) => `Sie würde ${n} × am Tag auslösen: zu laut.`,
  lasting: (time, devices) =>
    `Die meiste Zeit wären Alarme offen: ${time} bei ${count(devices, { one: '# Gerät', other: '# Geräten' })}.`,
  seldom: (n) => count(n, { one: 'Sie hätte einmal ausgelöst.', other: 'Sie hätte #-mal ausgelöst.' }),
  compared: 'Vergleich',
  before: (version) => `Fassung ${version}`,
  now: 'Dieser Entwurf',
  what: 'Messgröße',
  difference: (added, removed, kept) => `${added} neu, ${removed} entfallen, ${kept} unverändert`,
  device: 'Gerät',
  chart: (device, alerts) =>
    `Werte von ${device}; ${count(alerts, { one: 'ein Abschnitt, in dem', other: '# Abschnitte, in denen' })} die Regel verletzt gewesen wäre`,
  listed: (n: string) => `Diagramm und Liste zeigen die ersten ${n} Alarme.`,
  noValues: 'In diesem Zeitraum gibt es keine Zahlen zu zeichnen.',
  first: 'Erste Alarme',
  stillOpen: 'noch offen',
  last: 'Mit dem letzten Messwert',
  lastAt: 'Gemessen',
  truths: { true: 'wahr', false: 'falsch', null: 'unbekannt' },
  outOfScope: 'Die Regel gilt nicht für dieses Gerät.',
  outOfHours: 'Außerhalb der Zeiten der Regel.',
  off: 'Die Regel ist ausgeschaltet.',
  silenced: (until) => `Eine Ruhezeit hält ihre Benachrichtigungen bis ${until} zurück.`,
  states: {
    idle: 'Kein Alarm.',
    pending: 'Eine Stufe ist verletzt, aber noch nicht lange genug.',
    firing: 'Ein Alarm ist offen.',
    recovering: 'Ein Alarm ist offen und wird bald behoben.',
    cooldown: 'Ein Alarm wurde eben behoben (Abklingzeit).',
  },
  secondsLeft: (duration) => `Ändert sich ohne neue Daten in ${duration}.`,
  windows: 'Ein einzelner Messwert hat kein Zeitfenster, keine Zählung und keine frühere Position.',
}
