import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { takeReadings } from './history/read-readings.ts'
import type { ReadingRecord } from './history/reading-record.ts'

/**
 * The newest reading as rules see it, that of the latest values: a device whose clock was ahead has stored later times
 * before. Null if there is none.
 */
export async function findNewestReading(db: Queryable, deviceId: number): Promise<ReadingRecord | null> {
  const [state] = await db.query<{ behind: Date | null }>(sql`
    select at + interval '1 millisecond' as behind from device_states where device_id = ${deviceId}`)
  const range = { deviceId, from: null, to: state?.behind ?? null }
  const found = await takeReadings(db, range, { order: 'newest first' }, NEWEST)
  const ofThatTime = found.filter(({ at }) => at.getTime() === found[0]!.at.getTime())
  return ofThatTime.sort(inOrderOfReceipt).at(-1) ?? null
}

const inOrderOfReceipt = (one: ReadingRecord, other: ReadingRecord): number =>
  one.received_at.getTime() - other.received_at.getTime() || one.arrival - other.arrival

/** Readings are searched among the newest ones, this many. */
const NEWEST = 20

/**
 * The oldest reading of a device by event time, and the one that arrived last: after a device's clock was corrected,
 * its readings are older than those before. Null if there are none.
 */
export async function findEndReadings(
  db: Queryable,
  deviceId: ReachedId<'device'>,
): Promise<{ first: ReadingRecord; last: ReadingRecord } | null> {
  const whole = { deviceId, from: null, to: null }
  const [[first], newest] = await Promise.all([
    takeReadings(db, whole, { order: 'oldest first' }, 1),
    takeReadings(db, whole, { order: 'newest first' }, NEWEST),
  ])
  const last = newest.toSorted(inOrderOfReceipt).at(-1)
  return first === undefined || last === undefined ? null : { first, last }
}
