import type { Words } from '../catalogue.ts'

export const search: Words['search'] = {
  kinds: {
    actions: 'Aktionen',
    incidents: 'Vorfälle',
    devices: 'Geräte',
    rules: 'Regeln',
    people: 'Personen',
    sites: 'Standorte',
    silences: 'Ruhezeiten',
    tags: 'Schlagwörter',
  },
  actions: {
    device: { name: 'Gerät hinzufügen', also: 'neues anlegen verbinden' },
    rule: { name: 'Neue Regel', also: 'anlegen hinzufügen' },
    silence: { name: 'Neue Ruhezeit', also: 'anlegen hinzufügen stumm Wartung' },
    webhook: { name: 'Webhook hinzufügen', also: 'neuen anlegen' },
    person: { name: 'Person hinzufügen', also: 'neue anlegen einladen Benutzer' },
    dark: { name: 'Zu dunkel wechseln', also: 'Farben Design Nacht' },
    light: { name: 'Zu hell wechseln', also: 'Farben Design Tag' },
    system: { name: 'Farben wie das System', also: 'Design dunkel hell' },
    pause: { name: 'Live-Aktualisierung anhalten oder fortsetzen', also: 'Pause' },
    help: { name: 'Tastenkürzel', also: 'Hilfe Tasten' },
    logOut: { name: 'Abmelden', also: 'ausloggen' },
  },
  script: {
    noResults: 'Nichts gefunden',
    results: '# gefunden',
    away: 'Suche nicht möglich: Tocsin ist nicht erreichbar.',
    remove: '# entfernen',
    asText: 'Als Text bearbeiten',
    asList: 'Als Liste bearbeiten',
    addThis: '„#“ hinzufügen',
  },
}
