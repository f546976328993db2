import { BY_COMMAND } from '../../../core/audit-log/record-change.ts'
import { INSTALLATION } from '../../../core/reach/reach.ts'
import type { PortableGeofence } from '../../../core/rules/geofences/geofence-shapes.ts'
import { listGeofences } from '../../../core/rules/geofences/geofence-store.ts'
import { changeGeofence, createGeofence } from '../../../core/rules/geofences/manage-geofences.ts'
import type { Database } from '../../../platform/database/database.ts'
import { changesOf, type FieldChange } from './field-changes.ts'
import type { FileSites } from './sites-as-files.ts'

interface GeofenceImport {
  name: string
  change: 'added' | 'changed' | 'same'
  fields: FieldChange[]
}

/** Brings geofences in, before the rules that name them. A changed one gives its rules a new version. */
export async function importGeofences(
  db: Database,
  geofences: readonly PortableGeofence[],
  sites: FileSites,
  { dryRun, now }: { dryRun: boolean; now: Date },
): Promise<GeofenceImport[]> {
  const stored = await listGeofences(db, INSTALLATION)
  const known = new Map(stored.map((geofence) => [sites.called(geofence.name, geofence.site_id), geofence]))
  const changes: GeofenceImport[] = []
  for (const { name: given, fence, ...geofence } of geofences) {
    const site_id = sites.idOf(geofence, given.trim())
    const name = sites.called(given.trim(), site_id)
    const before = known.get(name)
    const fields = before === undefined ? [] : changesOf({ fence: before.fence }, { fence })
    changes.push({ name, change: before === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same', fields })
    if (dryRun) continue
    if (before === undefined) await createGeofence(db, { name: given, fence, site_id }, BY_COMMAND, now)
    else if (fields.length > 0) await changeGeofence(db, before.id, { fence }, null, BY_COMMAND, now)
  }
  return changes
}
