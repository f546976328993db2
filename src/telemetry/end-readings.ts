import sql from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'

/** When a reading was measured and when it came. */
export interface ReadingTimes {
  at: Date
  received_at: Date
  clock_suspect: boolean
}

/** The oldest and the newest reading of a device, by event time; null when it has none. */
export async function findEndReadings(
  db: Queryable,
  deviceId: number,
): Promise<{ first: ReadingTimes; last: ReadingTimes } | null> {
  const [first, last] = await db.query<ReadingTimes>(sql`
    (select at, received_at, clock_suspect from readings where device_id = ${deviceId} order by at, digest limit 1)
    union all
    (select at, received_at, clock_suspect from readings where device_id = ${deviceId} order by at desc, digest desc limit 1)`)
  return first === undefined || last === undefined ? null : { first, last }
}
