import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { type DeviceRecord, listDevicesWithIds } from '../devices/lists/list-devices.ts'
import type { User } from '../people/user.ts'
import { type Reach, reachWith } from '../reach/reach.ts'
import { isSeen } from '../sites/site-store.ts'

/** A device that somebody sees as family. */
export interface FamilyDevice extends DeviceRecord {
  /** They see nothing from before. */
  since: Date
}

/** Those of a person, by name. */
export async function listFamilyDevices(db: Queryable, owner: User): Promise<FamilyDevice[]> {
  const chosen = await db.query<{ device_id: number; site_id: number; since: Date }>(sql`
    select f.device_id, f.site_id, f.since
    from family_devices as f
    join devices as d on d.id = f.device_id and ${isSeen}
    where f.user_id = ${owner.id}`)
  const since = new Map(chosen.map((one) => [one.device_id, one.since]))
  const sites = chosen.map(({ site_id }) => site_id)
  const devices = await listDevicesWithIds(db, reachOfFamily(sites), [...since.keys()])
  return devices
    .map((device) => ({ ...device, since: since.get(device.id)! }))
    .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
}

/** With which the service looks up what is about such devices. It is no reach of the person, and stays in this room. */
export const reachOfFamily = (siteIds: readonly number[]): Reach =>
  reachWith(
    null,
    siteIds.map((id) => [id, 'viewer'] as const),
  )
