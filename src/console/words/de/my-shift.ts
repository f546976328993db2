import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const myShift: Words['myShift'] = {
  title: 'Meine Schicht',
  open: 'Meine Schicht',
  period: (name, from, to) => `${name}: ${from} bis ${to}`,
  soFar: (name, from, now) => `${name}: von ${from} bis jetzt, ${now}`,
  none: 'Sie haben jetzt in keinem Plan Bereitschaft und hatten in den letzten 12 Stunden keine. Dies ist in dieser Zeit geschehen.',
  longShift: 'Von einer längeren Schicht die letzten sieben Tage.',
  over: 'beendet',
  since: 'Seit',
  longAgo: 'seit mehr als einem Monat',
  until: 'Bis',
  noEnd: 'kein Ende in Sicht',
  before: 'Vor Ihnen',
  after: 'Nach Ihnen',
  nobody: 'niemand',
  openNow: {
    title: 'Jetzt offen',
    none: 'Nichts ist offen.',
    since: 'seit',
    nobody: 'Noch niemand',
  },
  acknowledged: {
    title: 'Von Ihnen bestätigt',
    none: 'Sie haben in dieser Zeit nichts bestätigt.',
  },
  resolved: {
    title: 'Behoben',
    none: 'In dieser Zeit wurde nichts behoben.',
  },
  more: (n) => count(n, { one: 'und # weiterer', other: 'und # weitere' }),
  ending: {
    title: 'Ruhezeiten und Zurückstellungen, die enden',
    until: (time) => `Bis zum Ende der nächsten Schicht, ${time}.`,
    nextHours: 'In den nächsten 12 Stunden.',
    none: 'Bis dahin endet keine.',
    silence: 'Ruhezeit',
    endsAt: 'endet',
    snooze: 'wieder offen',
  },
  notes: {
    forMe: 'Notizen für Sie',
    mine: 'Notizen für die nächste Person',
    none: 'Sie haben in dieser Zeit keine geschrieben.',
    what: (schedule) => `Wer in ${schedule} als Nächstes Bereitschaft hat, sieht sie auf der eigenen Seite.`,
    whatMany: 'Wer im Plan als Nächstes Bereitschaft hat, sieht sie auf der eigenen Seite.',
    text: 'Notiz für die nächste Person',
    schedule: 'Bereitschaftsplan',
    write: 'Notiz hinzufügen',
    see: 'Gelesen',
    seenBy: (name) => `Gelesen von ${name}`,
    notSeen: 'Noch nicht gelesen',
    remove: 'Löschen',
    gone: 'jemand ohne Konto',
  },
  handOver: {
    button: (name) => `An ${name} übergeben`,
    question: (n, name) =>
      count(n, {
        one: `# aktiver Vorfall, um den Sie sich kümmern, wird ${name} zugewiesen:`,
        other: `# aktive Vorfälle, um die Sie sich kümmern, werden ${name} zugewiesen:`,
      }),
    staying: (n, name) =>
      count(n, {
        one: `# bleibt bei Ihnen: ${name} darf an seinem Standort nicht handeln.`,
        other: `# bleiben bei Ihnen: ${name} darf an ihren Standorten nicht handeln.`,
      }),
    confirm: (n) => count(n, { one: '# Vorfall übergeben', other: '# Vorfälle übergeben' }),
  },
  done: {
    noted: 'Notiz hinzugefügt.',
    seen: 'Notiz als gelesen markiert.',
    deleted: 'Notiz gelöscht.',
    handedOver: 'Vorfälle übergeben.',
    nothing: 'Nichts wurde übergeben: Die Vorfälle sind nicht mehr Ihre oder inzwischen behoben.',
  },
}
