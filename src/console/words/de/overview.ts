import type { Words } from '../catalogue.ts'

export const overview: Words['overview'] = {
  title: 'Übersicht',
  online: 'Online',
  offline: 'Offline',
  neverSeen: 'Nie gesehen',
  critical: 'Kritische Alarme',
  unacknowledged: 'Offene Vorfälle',
  perMinute: 'Messwerte/min',
  lastHour: 'Messwerte je Minute in der letzten Stunde',
  attention: 'Braucht Aufmerksamkeit',
  where: 'Standorte',
  fleet: 'Nach Modul',
  fleetStrip: (module) => `${module}: Vorfälle je Stunde in den letzten 24 Stunden`,
  recent: 'Neueste Vorfälle',
  allIncidents: 'Alle Vorfälle',
  webhooks: 'Webhooks mit Störung',
  held: 'zurückgehalten',
  failing: 'gestört',
  disabled: 'deaktiviert',
  since: 'seit',
  quiet: (devices) => `Alles ruhig. ${devices} melden sich.`,
  quietSince: 'Letzter Vorfall',
  quietEver: 'Noch keine Vorfälle.',
  noDevices:
    'Noch keine Geräte. Fügen Sie eines hinzu und senden Sie den ersten Messwert, oder probieren Sie zuerst die Demoflotte aus.',
  addDevice: 'Gerät hinzufügen',
  loadDemo: 'Demoflotte laden',
  demo: {
    running: 'Eine Demoflotte läuft: 25 simulierte Geräte.',
    silent: {
      state: 'Ihre Vorfälle erreichen Webhooks, benachrichtigen aber niemanden.',
      change: 'Personen benachrichtigen lassen',
    },
    notifies: {
      state: 'Ihre Vorfälle benachrichtigen Personen wie die von echten Geräten.',
      change: 'Niemanden mehr benachrichtigen',
    },
    remove: 'Demo entfernen',
    removal:
      'Beim Entfernen werden ihre Geräte mit ihren Messwerten gelöscht. Ihre Vorfälle werden behoben und bleiben in der Liste.',
  },
  cleared: 'Demoflotte entfernt. Ihr Verlauf wird in wenigen Minuten gelöscht.',
  loaded: 'Die Demoflotte wird geladen: ein Tag mit Messwerten, dann alle fünf Sekunden neue.',
  display: 'Wandanzeige',
  displayQuiet: 'Alles ruhig',
  worst: 'Wichtigsten Vorfall öffnen',
}
