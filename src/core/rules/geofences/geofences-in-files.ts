import Type, { type Static } from 'typebox'
import { AnyObject, NullableText, Text } from '../../../platform/http/schemas/shapes.ts'
import { fenceFaults } from '../../conditions/check-condition.ts'
import { PortableSite } from '../../reach/site-name.ts'
import { configurationSection } from '../../sites/configuration-section.ts'
import { NewGeofenceBody } from './geofence-shapes.ts'
import { listGeofences } from './geofence-store.ts'
import { changeGeofence, createGeofence } from './manage-geofences.ts'

const { name, fence } = NewGeofenceBody.properties
const PortableGeofence = Type.Object({ name, site: PortableSite, fence }, { additionalProperties: false })
type PortableGeofence = Static<typeof PortableGeofence>

/** Geofences, before the rules that name them. A changed one gives its rules a new version. */
export const geofencesInFiles = configurationSection<PortableGeofence, NewGeofenceBody>({
  kind: 'geofence',
  section: 'geofences',
  shape: PortableGeofence,
  exportShape: Type.Object({ name: Text, site: NullableText, fence: AnyObject }),
  faultsOf: (geofences) =>
    (geofences as PortableGeofence[]).flatMap(({ fence }, place) =>
      fenceFaults(fence).map((fault) => ({ ...fault, field: `/geofences/${place}${fault.field}` })),
    ),
  list: async ({ db, reach }) =>
    (await listGeofences(db, reach)).map(({ id, name, site, fence }) => {
      return { id, name, site, fields: { name, fence } }
    }),
  reader:
    ({ sites }) =>
    ({ name: given, site, fence }) => {
      const name = given.trim()
      const site_id = sites.idOf({ site }, name)
      return { name, site_id, fields: { name, fence }, body: { name, fence, site_id } }
    },
  add: ({ body }, { db, by, now }) => createGeofence(db, body, by, now),
  change: ({ id }, { body: { fence } }, { db, by, now }) => changeGeofence(db, id, { fence }, null, by, now),
})
