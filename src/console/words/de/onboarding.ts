import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const onboarding: Words['onboarding'] = {
  newTitle: 'Gerät hinzufügen',
  name: 'Name',
  nameHint: 'Ein Name, den Sie wiedererkennen: wo es ist oder wer es trägt',
  module: 'Modul',
  moduleHint:
    'Bestimmt, welche Regeln gelten. Passt keines, nehmen Sie das nächstliegende: Ein Gerät kann beliebige Messgrößen senden und eigene Bezeichnungen, Einheiten und ein eigenes Symbol haben',
  moduleTells: {
    health: 'Blutdruck, Herzfrequenz, Sauerstoff, Stürze',
    vehicle: 'Position, Geschwindigkeit, Tank, Aufprall',
    factory: 'Gas, Temperatur, Rauch, Feuer',
    home_infra: 'Temperatur, Wasseraustritt, Stromausfall',
    worker: 'Schritte, Stürze, Notruftaste, Inaktivität',
    fleet: 'Position, Geschwindigkeit, Tank, Geofences',
  },
  tags: 'Schlagwörter',
  tagsHint: 'Durch Kommas getrennt. Listen, Regeln und Ruhezeiten lassen sich danach filtern',
  interval: 'Sendet alle',
  intervalHint: 'Offline nach 3 ausgebliebenen Intervallen. Leer: aus seinen Messwerten gelernt',
  offlineAfter: 'Offline nach',
  offlineAfterHint: (s) => `Zeit ohne Daten, nach der es als offline gilt. Leer: ${s}`,
  seconds: 'Sekunden',
  notes: 'Notizen',
  notesHint: 'Ort, Ansprechperson, Zugang',
  create: 'Gerät hinzufügen',
  connect: (name) => `${name} verbinden`,
  tokenTitle: 'Geräte-Token',
  tokenOnce:
    'Kopieren Sie es jetzt. Gespeichert wird nur ein Hash, daher lässt es sich nicht noch einmal anzeigen. Wer es hat, kann Messwerte für dieses Gerät senden, sonst nichts.',
  token: 'Token',
  qr: 'Das Token als QR-Code',
  noToken: (hint) => `Das Token endet auf …${hint}. Es wurde einmal angezeigt. Ist es verloren, erneuern Sie es.`,
  toSettings: 'Geräteeinstellungen',
  tokenPlaceholder: 'IHR_TOKEN',
  snippets: 'Den ersten Messwert senden',
  snippetsWithToken: 'Sofort lauffähig: Adresse und Token sind eingesetzt.',
  snippetsWithout: 'Ersetzen Sie IHR_TOKEN durch das Token.',
  progress: 'Verbindung',
  added: 'Gerät hinzugefügt',
  waiting: 'Wartet auf den ersten Messwert …',
  waitingHint: 'Diese Seite wird grün, sobald er eintrifft.',
  firstReading: 'Erster Messwert',
  clockRight: 'Die Geräteuhr geht richtig',
  clockOff: (by) => `Die Geräteuhr geht um ${by} falsch: Messwerte werden unter einer falschen Zeit gespeichert`,
  clockSuspect: 'Die Geräteuhr kann nicht stimmen: Es gilt stattdessen die Empfangszeit',
  otherModule: (sent, set) => `Es sendet Messwerte des Moduls ${sent}, ist aber als ${set} eingerichtet`,
  noPosition: 'Noch keine Position: Senden Sie lat und lng, um es auf der Karte zu sehen',
  openDevice: 'Gerät öffnen',
  unnamed: (names, n) =>
    count(n, {
      one: `Tocsin kennt die Messgröße ${names} nicht.`,
      other: `Tocsin kennt # Messgrößen nicht, etwa ${names}.`,
    }),
  toMetrics: 'Bezeichnungen und Einheiten festlegen',
  refused: 'Abgelehnte Versuche',
  refusedHint: 'Anfragen dieses Geräts, die abgelehnt oder ohne einen ungültigen Wert gespeichert wurden (200).',
  refusedUnknown:
    'Seither kam eine Anfrage mit einem Token, das zu keinem Gerät gehört. Sie kann von diesem Gerät gewesen sein.',
  refusedTimes: (n) => count(n, { one: 'einmal', other: '#-mal' }),
  from: (address) => `von ${address}`,
  reasons: {
    content: 'Der Messwert war ungültig',
    device_limit: 'Mehr Messwerte, als das Gerät senden darf',
    site_limit: 'Mehr Messwerte, als die Geräte des Standorts senden dürfen',
    no_token: 'Kein Token: Die Kopfzeile X-Device-Token fehlt',
    unknown_token: 'Das Token gehört zu keinem Gerät',
    misspelt_token:
      'Das Token stimmt, ist aber anders geschrieben: Es muss aus 64 Kleinbuchstaben und Ziffern bestehen, ohne etwas davor oder danach',
    old_token: 'Ein früheres Token dieses Geräts, das nicht mehr gilt',
    disabled: 'Das Gerät ist deaktiviert',
  },
  endsIn: (hint) => `es endet auf …${hint}`,
  wrongLength: (n) => count(n, { one: 'es hat # Zeichen statt 64', other: 'es hat # Zeichen statt 64' }),
}
