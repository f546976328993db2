import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const devices: Words['devices'] = {
  add: 'Gerät hinzufügen',
  importCsv: 'CSV importieren',
  noneYet:
    'Ein Gerät ist alles, was Messwerte sendet: ein Sensor, ein Telefon, ein Skript. Fügen Sie eines hinzu, um ein Token zu erhalten: Messwerte, die damit gesendet werden, gehören zu diesem Gerät.',
  noMatch: 'Kein Gerät entspricht dem Filter.',
  showAll: 'Alle Geräte anzeigen',
  searchByName: 'Nach Namen suchen',
  byStatus: 'Nach Zustand',
  byModule: 'Nach Modul',
  byTag: 'Nach Schlagwort',
  byAlerts: 'Nach Alarmen',
  withAlerts: 'Mit offenen Alarmen',
  rows: { compact: 'Kompakte Zeilen anzeigen', comfortable: 'Normale Zeilen anzeigen' },
  columns: {
    status: 'Zustand',
    name: 'Name',
    module: 'Modul',
    reading: 'Letzter Messwert',
    battery: 'Batterie',
    signal: 'Signal',
    last_seen: 'Zuletzt gesehen',
    alerts: 'Alarme',
    day: 'Letzte 24 Stunden',
    place: 'Position',
    created_at: 'Hinzugefügt',
    id: 'ID',
  },
  columnsMenu: { title: 'Spalten', show: 'Anwenden', usual: 'Standard wiederherstellen' },
  heardIn: (some, all) => `Daten in ${some} der letzten ${all} Stunden`,
  stopped: 'Steht',
  heading: (wind) => `Richtung ${wind}`,
  winds: ['Norden', 'Nordosten', 'Osten', 'Südosten', 'Süden', 'Südwesten', 'Westen', 'Nordwesten'],
  selection: 'Ausgewählte Geräte ändern',
  select: 'Auswählen',
  selectOne: (name) => `${name} auswählen`,
  selectAll: 'Alle auf dieser Seite auswählen',
  disableSelected: 'Deaktivieren',
  enableSelected: 'Aktivieren',
  tag: 'Schlagwort',
  tagSelected: 'Schlagwort hinzufügen',
  untagSelected: 'Schlagwort entfernen',
  deleted: 'Gerät gelöscht. Sein Verlauf wird nun entfernt.',
  imported: (n) => count(n, { one: 'Ein Gerät importiert.', other: '# Geräte importiert.' }),
  bulkDone: (n) =>
    n === 0 ? 'Nichts zu ändern.' : count(n, { one: 'Ein Gerät geändert.', other: '# Geräte geändert.' }),
}
