import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const importing: Words['importing'] = {
  title: 'Geräte importieren',
  file: 'CSV-Datei wählen',
  text: 'oder ihren Text einfügen',
  check: 'Prüfen',
  howTitle: 'So sieht die Datei aus',
  how: 'Die erste Zeile nennt die Spalten. Schlagwörter trennt ein Strichpunkt.',
  sample: 'Beispiel einer Datei',
  columns:
    'name und module sind nötig; tags, notes, expected_interval_s und offline_after_s sind möglich. Ein Export der Liste lässt sich so importieren, wie er ist. Entweder kommen alle Geräte dazu oder keines.',
  nothingAdded: 'Nichts wurde hinzugefügt.',
  line: (n) => `Zeile ${n}`,
  moreFaults: (n) => count(n, { one: 'Und eine weitere.', other: 'Und # weitere.' }),
  moreRows: (n) => count(n, { one: 'Und ein weiteres.', other: 'Und # weitere.' }),
  wouldAdd: (n) =>
    count(n, {
      one: 'Die Datei ist in Ordnung. Sie enthält ein Gerät.',
      other: 'Die Datei ist in Ordnung. Sie enthält # Geräte.',
    }),
  add: (n) => count(n, { one: 'Ein Gerät hinzufügen', other: '# Geräte hinzufügen' }),
  addedTitle: (n) => count(n, { one: 'Ein Gerät hinzugefügt', other: '# Geräte hinzugefügt' }),
  tokensOnce:
    'Dies sind ihre Token. Bewahren Sie sie jetzt auf: Gespeichert sind nur Hashes, daher kann sie niemand noch einmal zeigen.',
  keep: 'Als Datei sichern',
}
