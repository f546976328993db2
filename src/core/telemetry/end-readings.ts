import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Module } from '../vocabulary/modules.ts'

/** The reading that arrived last is searched among the newest readings, this many. */
const NEWEST = 20

/** Event time, arrival time and module of a reading. */
export interface EndReading {
  at: Date
  received_at: Date
  clock_suspect: boolean
  module: Module
}

/**
 * The oldest reading of a device by event time, and the one that arrived last: after a device's clock was corrected,
 * its readings are older than those before. Null if there are none.
 */
export async function findEndReadings(
  db: Queryable,
  deviceId: number,
): Promise<{ first: EndReading; last: EndReading } | null> {
  const [first, last] = await db.query<EndReading>(sql`
    (
      select at, received_at, clock_suspect, module
      from readings
      where device_id = ${deviceId}
      order by at, digest
      limit 1
    )
    union all
    (
      select at, received_at, clock_suspect, module
      from (
        select at, digest, received_at, clock_suspect, module
        from readings
        where device_id = ${deviceId}
        order by at desc, digest desc
        limit ${NEWEST}
      ) as newest
      order by received_at desc, at desc, digest desc
      limit 1
    )`)
  return first === undefined || last === undefined ? null : { first, last }
}
