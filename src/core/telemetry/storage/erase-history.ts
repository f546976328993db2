import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'

/** Few enough to release the locks after a moment. */
const AT_ONCE = 2_000

/** Deletes a part of the readings and sums of a device. Returns whether there were any. */
export async function eraseHistory(tx: InCell, deviceId: number): Promise<boolean> {
  const readings = await tx.query(sql`
    delete from reading_rows
    where (device_id, at, digest) in (
      select device_id, at, digest from reading_rows where device_id = ${deviceId} order by at, digest limit ${AT_ONCE}
    )
    returning device_id`)
  if (readings.length > 0) return true
  const chunks = await tx.query(sql`
    delete from reading_chunks
    where (device_id, field, first_at, first_digest) in (
      select device_id, field, first_at, first_digest from reading_chunks where device_id = ${deviceId} limit ${AT_ONCE}
    )
    returning device_id`)
  if (chunks.length > 0) return true
  await tx.query(sql`delete from hours_to_aggregate where device_id = ${deviceId}`)
  await tx.query(sql`delete from minute_metrics where device_id = ${deviceId}`)
  const sums = await tx.query(sql`
    delete from hourly_metric_days
    where (device_id, field, day) in (
      select device_id, field, day from hourly_metric_days where device_id = ${deviceId} limit ${AT_ONCE}
    )
    returning device_id`)
  return sums.length > 0
}
