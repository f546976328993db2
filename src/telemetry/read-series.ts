import type { Queryable } from '../platform/database.ts'
import { lttb } from './lttb.ts'
import { type Bucket, findExtent, listBuckets, listValues } from './series-store.ts'

/** Up to here every value is read and LTTB chooses among them; beyond, the database sums them up. */
const READ_UP_TO = 10_000
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

export interface SeriesRequest {
  deviceId: number
  metric: string
  from: Date | null
  to: Date | null
  /** At most so many points are answered. */
  points: number
}

export type Series =
  | { kind: 'raw' | 'lttb'; width_s: null; points: { at: Date; value: number }[] }
  | { kind: 'buckets'; width_s: number; points: Bucket[] }

/**
 * The values of one metric over time, in no more points than asked for: all of them where they are few, the telling ones
 * of moderately many, least, largest and mean of each stretch of very many.
 */
export async function readSeries(db: Queryable, request: SeriesRequest): Promise<Series> {
  const { deviceId, metric, points } = request
  const extent = await findExtent(db, deviceId, request, READ_UP_TO + 1)
  if (extent === null) return { kind: 'raw', width_s: null, points: [] }
  const range = { deviceId, metric, from: extent.oldest, to: new Date(extent.newest.getTime() + 1) }
  if (extent.readings > READ_UP_TO) {
    const widthMs = bucketWidthMs(range.from, range.to, points)
    const buckets = await listBuckets(db, range, widthMs)
    // Of many readings few may hold the metric, and then none of its values needs to be left out.
    const values = buckets.reduce((sum, { count }) => sum + count, 0)
    if (values > READ_UP_TO) return { kind: 'buckets', width_s: widthMs / SECOND_MS, points: buckets }
  }
  const values = await listValues(db, range)
  const kind = values.length <= points ? 'raw' : 'lttb'
  const chosen = lttb(values, points)
  return { kind, width_s: null, points: chosen.map(({ at, value }) => ({ at: new Date(Math.round(at)), value })) }
}

/**
 * The least width of whole hours, or whole seconds below an hour, or whole milliseconds below a second, with which no
 * more than `points` buckets touch the range: one is set aside, since the range need not begin where a bucket does.
 */
export function bucketWidthMs(from: Date, to: Date, points: number): number {
  const least = (to.getTime() - from.getTime()) / (points - 1)
  const unit = least > HOUR_MS ? HOUR_MS : least > SECOND_MS ? SECOND_MS : 1
  return Math.max(Math.ceil(least / unit) * unit, 1)
}
