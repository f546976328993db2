import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { inCellOfDevice } from '../../cells/find-cell.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { type Bucket, listBuckets } from './series-store.ts'

export const HOUR_S = 3_600
const MINUTE_MS = 60_000

/** The values of a metric in each minute of the hour before a time, oldest first. */
export async function readLastHour(
  db: Queryable,
  deviceId: ReachedId<'device'>,
  metric: string,
  until: Date,
): Promise<Bucket[]> {
  const cell = await inCellOfDevice(db, deviceId)
  // A reading of this very moment is part of it.
  const to = secondsAfter(until, 1)
  return listBuckets(cell, { deviceId, metric, from: secondsAfter(to, -HOUR_S), to }, MINUTE_MS)
}
