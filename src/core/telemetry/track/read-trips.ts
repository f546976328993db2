import type { Queryable } from '../../../platform/database/database.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { readOdometer } from './odometer.ts'
import { readLocations } from './read-track.ts'
import { type TripReport, tripsOf } from './trips.ts'

/** One location in two minutes, in the longest range. */
const READ_UP_TO = 20_000
export const MOST_DAYS_OF_TRIPS = 31
const HOUR_MS = 3_600_000
/** A month in which clocks are put back has an hour more. */
const MOST_MS = (MOST_DAYS_OF_TRIPS * 24 + 1) * HOUR_MS

export interface ReadTrips extends TripReport {
  /** Time between the locations that were read; null if all were read. */
  every_s: number | null
  /** Metres that the odometer counted in the range; null without one. */
  odometer_m: number | null
}

export const isTooLongForTrips = ({ from, to }: { from: Date; to: Date }): boolean =>
  to.getTime() - from.getTime() > MOST_MS

/** The trips of a device in a range of up to 31 days. Throws 400 for a longer one. */
export async function readTrips(
  db: Queryable,
  deviceId: ReachedId<'device'>,
  range: { from: Date; to: Date },
): Promise<ReadTrips> {
  if (isTooLongForTrips(range)) throw invalidField('/to', 'too_long_time', MOST_DAYS_OF_TRIPS)
  const { track, every_s } = await readLocations(db, { deviceId, ...range }, READ_UP_TO)
  return { ...tripsOf(track), every_s, odometer_m: await readOdometer(db, { deviceId, ...range }) }
}
