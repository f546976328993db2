import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { hashToken, newToken } from '../../platform/secrets.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfSite } from '../cells/find-cell.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import { chooseSite } from '../sites/choose-site.ts'
import type { NewDevice } from './device-settings.ts'
import { insertDevice } from './device-store.ts'

export interface AddedDevice {
  id: number
  name: string
  module: string
  token: string
}

/**
 * Adds all of the devices or none. `keep` gets their tokens, which are never shown again, before the commit: if it
 * throws, nothing is added.
 */
export async function addDevices(
  db: Database,
  devices: readonly NewDevice[],
  by: ChangeBy,
  now: Date,
  keep: (added: readonly AddedDevice[]) => void = () => undefined,
): Promise<AddedDevice[]> {
  return db.transaction(async (tx) => {
    const added: AddedDevice[] = []
    for (const device of devices) added.push(await addDevice(tx, device, by, now))
    keep(added)
    return added
  })
}

/** The same in the transaction of the caller, for one. */
export async function addDevice(tx: Queryable, device: NewDevice, by: ChangeBy, now: Date): Promise<AddedDevice> {
  const { name, module } = device
  const token = newToken()
  const site_id = await chooseSite(tx, by.reach, device.site_id)
  const id = await insertDevice(
    await inCellOfSite(tx, site_id),
    { ...device, site_id },
    { hash: hashToken(token), hint: token.slice(-4) },
    now,
  )
  const subject = { type: 'device', id, name }
  await recordChange(tx, by, { action: 'device.created', subject, before: null, after: { ...device, site_id } }, now)
  return { id, name, module, token }
}

/** Returns those names that are taken in these sites. */
export async function listTakenNames(db: Queryable, reach: Reach, names: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select distinct name from devices where name = any (${names}::text[]) and deleted_at is null and ${inReach(reach, 'viewer', sql`site_id`)}`)
  return rows.map(({ name }) => name)
}
