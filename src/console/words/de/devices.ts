import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const devices: Words['devices'] = {
  add: 'Gerät hinzufügen',
  importCsv: 'CSV importieren',
  noneYet:
    'Ein Gerät ist alles, was Messwerte sendet: ein Sensor, ein Telefon, ein Skript. Fügen Sie eines hinzu, und Sie erhalten ein Token; was mit diesem Token sendet, spricht für das Gerät.',
  noMatch: 'Kein Gerät passt zu Ihrer Auswahl.',
  showAll: 'Alle Geräte zeigen',
  searchByName: 'Nach Namen suchen',
  byStatus: 'Nach Zustand',
  byModule: 'Nach Art',
  byTag: 'Nach Schlagwort',
  byAlerts: 'Nach Alarmen',
  withAlerts: 'Mit offenen Alarmen',
  rows: { compact: 'Enge Zeilen zeigen', comfortable: 'Weite Zeilen zeigen' },
  columns: {
    status: 'Zustand',
    name: 'Name',
    module: 'Art',
    reading: 'Letzter Messwert',
    battery: 'Batterie',
    signal: 'Signal',
    last_seen: 'Zuletzt gehört',
    alerts: 'Alarme',
    day: 'Letzte 24 Stunden',
    place: 'Ort',
    created_at: 'Hinzugefügt',
    id: 'Nummer',
  },
  columnsMenu: { title: 'Spalten', show: 'Diese zeigen', usual: 'Die üblichen' },
  heardIn: (some, all) => `In ${some} der letzten ${all} Stunden gehört`,
  stopped: 'Steht',
  heading: (wind) => `Richtung ${wind}`,
  winds: ['Norden', 'Nordosten', 'Osten', 'Südosten', 'Süden', 'Südwesten', 'Westen', 'Nordwesten'],
  selection: 'Mehrere auf einmal ändern',
  select: 'Auswählen',
  selectOne: (name) => `${name} auswählen`,
  selectAll: 'Alle auf dieser Seite',
  disableSelected: 'Abschalten',
  enableSelected: 'Einschalten',
  tag: 'Schlagwort',
  tagSelected: 'Hinzufügen',
  untagSelected: 'Entfernen',
  deleted: 'Das Gerät ist gelöscht. Sein Verlauf wird nun entfernt.',
  imported: (n) => count(n, { one: 'Ein Gerät ist importiert.', other: '# Geräte sind importiert.' }),
  bulkDone: (n) =>
    n === 0 ? 'Nichts wurde geändert.' : count(n, { one: 'Ein Gerät ist geändert.', other: '# Geräte sind geändert.' }),
}
