import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')
const readings = (n: number): string => count(n, { one: '# Messwert', other: '# Messwerte' })

export const sites: Words['sites'] = {
  title: 'Standorte',
  all: 'Alle meine Standorte',
  choose: 'Standort wählen',
  name: 'Name',
  nameHint: 'Eine Station, eine Halle, ein Kunde, ein Zuhause.',
  notes: 'Notizen',
  devices: 'Geräte',
  add: 'Standort hinzufügen',
  addHint: 'Ein Standort hat eigene Geräte, Alarme und Personen. Wer überall eine Rolle hat, sieht alle Standorte.',
  about: 'Angaben',
  save: 'Speichern',
  members: 'Personen',
  membersHint: 'Wer überall eine Rolle hat, sieht auch diesen Standort und steht nicht in dieser Liste.',
  noMembers: 'Niemand hat nur an diesem Standort eine Rolle.',
  person: 'Person',
  role: 'Rolle',
  changeRole: 'Rolle ändern',
  leave: 'Entfernen',
  leaveLabel: (name) => `${name} von diesem Standort entfernen`,
  addTo: 'Zu einem Standort hinzufügen',
  leaveFrom: (name) => `Von ${name} entfernen`,
  addMember: 'Person hinzufügen',
  email: 'E-Mail',
  emailHint: 'Wer noch kein Konto hat, bekommt eine Einladung.',
  invite: 'Hinzufügen',
  limits: {
    title: 'Grenzen für Messwerte',
    hint: 'Messwerte über einer Grenze werden abgelehnt, bis in der Minute wieder Platz ist. Hilferufe werden immer angenommen.',
    device: 'Jedes Gerät, pro Minute',
    site: 'Alle Geräte zusammen, pro Minute',
    empty: (most) =>
      most === 0 ? 'Leer oder 0: keine Grenze' : `Leer: ${most}, wie in der Installation. 0: keine Grenze`,
    ofDevice: (most) => `Jedes Gerät darf ${readings(most)} in der Minute senden.`,
    ofSite: (most) => `Alle Geräte zusammen dürfen ${readings(most)} in der Minute senden.`,
    save: 'Grenzen speichern',
  },
  retention: {
    title: 'Aufbewahrung',
    hint: 'Messwerte werden monatsweise gelöscht, sobald der ganze Monat älter ist. Stundensummen, Alarme und Vorfälle bleiben.',
    days: 'Messwerte aufbewahren für',
    unit: 'Tage',
    empty: (days) =>
      days === null ? 'Leer: für immer, wie in der Installation' : `Leer: ${days}, wie in der Installation`,
    loss: (lost, isMore, before) =>
      `${isMore ? 'Mehr als ' : ''}${readings(lost)} aus der Zeit vor dem ${before} ${lost === 1 ? 'würde' : 'würden'} endgültig gelöscht.`,
    confirm: 'Löschen und speichern',
    save: 'Aufbewahrung speichern',
  },
  delete: 'Standort löschen',
  deleteHint:
    'Er lässt sich löschen, sobald er keine eigenen Geräte, Regeln, Geofences, Ruhezeiten, Webhooks, Bereitschaftspläne und Eskalationsregeln mehr hat.',
  held: {
    devices: ['Gerät', 'Geräte'],
    incidents: ['offenen Vorfall', 'offene Vorfälle'],
    geofences: ['Geofence', 'Geofences'],
    rules: ['Regel', 'Regeln'],
    silences: ['Ruhezeit', 'Ruhezeiten'],
    webhooks: ['Webhook', 'Webhooks'],
    schedules: ['Bereitschaftsplan', 'Bereitschaftspläne'],
    policies: ['Eskalationsregel', 'Eskalationsregeln'],
  },
  move: {
    title: 'Standort',
    here: (site) => `Dieses Gerät gehört zum Standort ${site}.`,
    to: 'Nach',
    move: 'Mit dem Verlauf verschieben',
    moveHint: (from) =>
      `Die Personen des neuen Standorts sehen alles Vergangene, die von ${from} sehen es nicht mehr. Messwerte, die älter sind, als der neue Standort aufbewahrt, werden gelöscht.`,
    handOver: 'An andere Personen übergeben',
    handOverHint:
      'Dort entsteht ein neues Gerät mit denselben Einstellungen und demselben Token. Das Vergangene bleibt hier, und dieses Gerät wird deaktiviert.',
  },
  see: {
    title: (name) => `Was sieht ${name}?`,
    everywhere: (role) => `${role} an allen Standorten, durch die Rolle überall`,
    site: (role, devices) => `${role} als Mitglied; ${devices} ${devices === 1 ? 'Gerät' : 'Geräte'}`,
    nothing: 'Nichts: keine Rolle überall und kein Standort.',
  },
  settings: {
    one: 'Alle Geräte gehören zu einem Standort. Mit einem zweiten sehen Personen nur noch die Geräte ihres Standorts.',
    open: 'Standorte',
  },
  done: {
    created: 'Standort hinzugefügt.',
    saved: 'Gespeichert.',
    deleted: 'Standort gelöscht.',
    added: 'Hinzugefügt.',
    removed: 'Entfernt.',
    moved: 'Mit dem Verlauf verschoben.',
    handedOver: 'Übergeben. Das ist das neue Gerät.',
  },
}
