import type { Words } from '../catalogue.ts'
import { plural } from '../plural.ts'

const count = plural('de')

export const geofences: Words['geofences'] = {
  title: 'Geofences',
  hint: 'Zeichnen Sie ein Gebiet einmal, und verwenden Sie es in beliebig vielen Regeln. Karten zeigen es mit Namen.',
  none: 'Noch keine Geofences. Fügen Sie einen hinzu, um dasselbe Gebiet in mehreren Regeln zu verwenden.',
  add: 'Geofence hinzufügen',
  name: 'Name',
  shape: 'Form',
  circle: 'Kreis',
  polygon: 'Vieleck',
  radius: (radius) => `Kreis, Radius ${radius}`,
  corners: (n) => count(n, { one: 'Vieleck mit # Ecke', other: 'Vieleck mit # Ecken' }),
  usedBy: 'Verwendet von',
  rules: (n) => count(n, { one: '# Regel', other: '# Regeln' }),
  unused: 'Keine Regel verwendet ihn.',
  area: 'Gebiet',
  changeHint: 'Eine Änderung gilt sofort für alle Regeln, die ihn verwenden: Jede erhält eine neue Fassung.',
  delete: 'Geofence löschen',
  deleteHint: 'Er lässt sich löschen, sobald keine Regel ihn mehr verwendet.',
  done: {
    created: 'Geofence hinzugefügt.',
    saved: 'Gespeichert. Für Regeln, die ihn verwenden, gilt das neue Gebiet.',
    deleted: 'Geofence gelöscht.',
  },
}

/** Part of the reasons why something is refused. */
export const geofenceReasons: Pick<
  Words['reasons'],
  'geofence_name_taken' | 'geofence_used' | 'no_geofence_called' | 'fence_missing' | 'no_corners'
> = {
  geofence_name_taken: 'Einen Geofence mit diesem Namen gibt es schon',
  geofence_used: (rules) => `Diese Regeln verwenden den Geofence: ${rules}; ändern Sie zuerst diese`,
  no_geofence_called: (name) => `nennt den Geofence „${name}“, den es für diese Regel nicht gibt`,
  fence_missing: 'fehlt, und die Bedingung nennt auch keinen Geofence',
  no_corners: 'muss aus Ecken bestehen: Breite und Länge in jeder Zeile',
}
