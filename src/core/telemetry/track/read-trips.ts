import type { Queryable } from '../../../platform/database/database.ts'
import { invalidField } from '../../../platform/errors.ts'
import { readPlaces } from './read-track.ts'
import { type TripReport, tripsOf } from './trips.ts'

/** One location in two minutes, in the longest range. */
const READ_UP_TO = 20_000
const MOST_DAYS = 31
const DAY_MS = 86_400_000

export interface ReadTrips extends TripReport {
  /** Time between the locations that were read; null if all were read. */
  every_s: number | null
}

/** The trips of a device in a range of up to 31 days. Throws 400 for a longer one. */
export async function readTrips(
  db: Queryable,
  deviceId: number,
  { from, to }: { from: Date; to: Date },
): Promise<ReadTrips> {
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS) throw invalidField('/to', 'too_long_time', MOST_DAYS)
  const { track, every_s } = await readPlaces(db, { deviceId, from, to }, READ_UP_TO)
  return { ...tripsOf(track), every_s }
}
