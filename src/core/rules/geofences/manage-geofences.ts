import type { Database, Queryable } from '../../../platform/database/database.ts'
import { conflict, invalidFields } from '../../../platform/errors.ts'
import { changedMeanwhile } from '../../../platform/http/etags.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { fenceFaults } from '../../conditions/check-condition.ts'
import type { Fence } from '../../conditions/condition.ts'
import { requireRoleIfShared } from '../../reach/require-role.ts'
import { chooseSiteOrAll } from '../../sites/site-choice.ts'
import { requireRoomFor } from '../../sites/site-limits.ts'
import { lockRules, saveRuleIn } from '../editing/edit-rules.ts'
import { findWholeRule } from '../rule-store.ts'
import type { GeofenceChangesBody, NewGeofenceBody } from './geofence-shapes.ts'
import {
  deleteGeofence,
  findGeofence,
  insertGeofence,
  isNameTaken,
  type NamedGeofence,
  updateGeofence,
} from './geofence-store.ts'
import { withGeofenceRenamed } from './named-fences.ts'

/** Throws 400 if the shape is invalid, 403, and 409 if the name is taken or there are too many. */
export async function createGeofence(db: Database, body: NewGeofenceBody, by: ChangeBy, now: Date): Promise<number> {
  const { fence } = body
  checkFence(fence)
  return db.transaction(async (tx) => {
    await lockRules(tx)
    const site_id = await chooseSiteOrAll(tx, by.reach, 'operator', body.site_id)
    const geofence = { site_id, name: body.name.trim(), fence }
    await requireRoomFor(tx, 'geofences', site_id, now)
    await refuseTakenName(tx, geofence, 0)
    const id = await insertGeofence(tx, geofence, now)
    const subject = { type: 'geofence', id, name: geofence.name, site_id }
    await recordChange(tx, by, { action: 'geofence.created', subject, before: null, after: geofence }, now)
    return id
  })
}

/**
 * Changes a geofence. Each rule that uses it gets a new version; their keys are returned, to be settled. Throws 400, 403,
 * 404, 409 if the name is taken, and 412 if another person changed it first.
 */
export async function changeGeofence(
  db: Database,
  id: number,
  changes: GeofenceChangesBody,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<string[]> {
  if (changes.fence !== undefined) checkFence(changes.fence)
  return db.transaction(async (tx) => {
    const { version, site_id, rules, ...stored } = await getLocked(tx, by, id)
    if (versions !== null && !versions.includes(version)) throw changedMeanwhile()
    const before = { name: stored.name, fence: stored.fence }
    const after = { name: changes.name?.trim() ?? before.name, fence: changes.fence ?? before.fence }
    await refuseTakenName(tx, { ...after, site_id }, id)
    await updateGeofence(tx, id, after, now)
    for (const key of rules) {
      const { definition } = (await findWholeRule(tx, key))!
      // Saving a rule gives it the present shapes.
      const renamed = withGeofenceRenamed(definition, before.name, after.name)
      await saveRuleIn(tx, renamed, { version: null, by, follows: true }, now)
    }
    const subject = { type: 'geofence', id, name: after.name, site_id }
    await recordChange(tx, by, { action: 'geofence.updated', subject, before, after }, now)
    return rules
  })
}

/** Deletes a geofence that no rule uses. Throws 403, 404, and 409 with the names of the rules. */
export async function removeGeofence(db: Database, id: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { name, fence, site_id, rules } = await getLocked(tx, by, id)
    if (rules.length > 0) throw conflict('geofence_used', (await namesOf(tx, rules)).join(', '))
    await deleteGeofence(tx, id)
    const subject = { type: 'geofence', id, name, site_id }
    await recordChange(tx, by, { action: 'geofence.deleted', subject, before: { name, fence }, after: null }, now)
  })
}

/** Nobody saves a rule meanwhile. */
async function getLocked(tx: Queryable, { reach }: ChangeBy, id: number): Promise<NamedGeofence> {
  await lockRules(tx)
  return requireRoleIfShared(reach, 'operator', 'Geofence', await findGeofence(tx, reach, id))
}

function checkFence(fence: Fence): void {
  const faults = fenceFaults(fence)
  if (faults.length > 0) throw invalidFields(faults)
}

async function refuseTakenName(
  tx: Queryable,
  { name, site_id }: Pick<NamedGeofence, 'name' | 'site_id'>,
  ownId: number,
): Promise<void> {
  if (await isNameTaken(tx, name, site_id, ownId)) throw conflict('geofence_name_taken')
}

const namesOf = (tx: Queryable, keys: readonly string[]): Promise<string[]> =>
  Promise.all(keys.map(async (key) => (await findWholeRule(tx, key))!.definition.name))
