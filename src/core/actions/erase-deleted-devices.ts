import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { inCellOfDevice } from '../cells/find-cell.ts'
import { deleteSamplesOf } from '../sources/quarantine/forget-device.ts'
import { eraseHistory } from '../telemetry/storage/erase-history.ts'
import { closeAll } from './delete-device.ts'

/** By then, readings that were in progress at the deletion are stored, on every node. */
const SETTLED_AFTER_S = 60

/**
 * Erases a part of the data of a deleted device, including effects of readings that were still in progress. Its alerts
 * and incidents stay. Returns whether there may be more.
 */
export async function eraseDeletedDevices(db: Database, now: Date): Promise<boolean> {
  // On a cluster, a look for a row to lock makes all changes of shared tables wait, even if there is none.
  if ((await db.query(sql`select from devices where ${isToErase(now)} limit 1`)).length === 0) return false
  return db.transaction(async (tx) => {
    const device = await takeDeletedDevice(tx, now)
    if (device === null) return false
    const cell = await inCellOfDevice(tx, device)
    if (await eraseHistory(cell, device)) return true
    await closeAll(cell, device, null, now)
    await deleteSamplesOf(cell, device)
    await cell.query(sql`delete from device_states where device_id = ${device}`)
    await cell.query(sql`delete from offline_days where device_id = ${device}`)
    await cell.query(sql`delete from device_notes where device_id = ${device}`)
    await tx.query(sql`delete from device_refusals where device_id = ${device}`)
    await tx.query(sql`update devices set erased_at = ${now}, tags = '{}', notes = '' where id = ${device}`)
    return true
  })
}

const isToErase = (now: Date) => sql`(deleted_at <= ${secondsAfter(now, -SETTLED_AFTER_S)} and erased_at is null)`

async function takeDeletedDevice(tx: Queryable, now: Date): Promise<number | null> {
  const [device] = await tx.query<{ id: number }>(sql`
    select id
    from devices
    where ${isToErase(now)}
    order by deleted_at
    limit 1
    for no key update skip locked`)
  return device?.id ?? null
}
