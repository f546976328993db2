import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const importing: Words['importing'] = {
  title: 'Geräte importieren',
  file: 'CSV-Datei wählen',
  text: 'oder CSV-Text einfügen',
  check: 'Prüfen',
  howTitle: 'Dateiformat',
  how: 'Die erste Zeile nennt die Spalten. Trennen Sie Schlagwörter mit Strichpunkten.',
  sample: 'Beispieldatei',
  columns:
    'name und module sind Pflicht; tags, notes, expected_interval_s, offline_after_s und site sind optional. Ein Export der Geräteliste lässt sich unverändert importieren. Entweder werden alle Geräte hinzugefügt oder keines.',
  nothingAdded: 'Es wurden keine Geräte hinzugefügt.',
  line: (n) => `Zeile ${n}`,
  moreFaults: (n) => count(n, { one: 'Und eine weitere.', other: 'Und # weitere.' }),
  moreRows: (n) => count(n, { one: 'Und ein weiteres.', other: 'Und # weitere.' }),
  wouldAdd: (n) =>
    count(n, { one: 'Alles in Ordnung: ein Gerät gefunden.', other: 'Alles in Ordnung: # Geräte gefunden.' }),
  add: (n) => count(n, { one: 'Ein Gerät hinzufügen', other: '# Geräte hinzufügen' }),
  addedTitle: (n) => count(n, { one: 'Ein Gerät hinzugefügt', other: '# Geräte hinzugefügt' }),
  tokensOnce:
    'Dies sind ihre Token. Sichern Sie sie jetzt: Gespeichert sind nur Hashes, daher lassen sie sich nicht noch einmal anzeigen.',
  keep: 'Als Datei herunterladen',
}
