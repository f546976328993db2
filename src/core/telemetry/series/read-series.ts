import type { Queryable } from '../../../platform/database/database.ts'
import { HOUR_MS, hourOf } from '../hours/closed-hours.ts'
import { lttb } from './lttb.ts'
import { type Bucket, type Extent, findExtent, listBuckets, listValues, type SeriesRange } from './series-store.ts'
import { findSummedHours, listBucketsOfSums } from './series-sums-store.ts'

/** Up to here every value is read and LTTB chooses among them; beyond, the database sums them up. */
const READ_UP_TO = 10_000
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

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
  const { deviceId, points, from } = request
  const extent = await findExtent(db, deviceId, request, READ_UP_TO + 1)
  const summed = from === null ? null : await findSummedHours(db, { ...request, from })
  const range = rangeOf(request, extent, summed)
  if (range === null) return { kind: 'raw', width_s: null, points: [] }
  // Sums outlast their readings: then they are all there is.
  const isOutlasted = summed !== null && (extent === null || summed.first.getTime() < hourOf(extent.oldest.getTime()))
  if (isOutlasted || extent!.readings > READ_UP_TO) {
    const width = bucketWidthMs(range.from, range.to, points)
    const widthMs = isOutlasted ? Math.max(width, HOUR_MS) : width
    const buckets = await (widthMs % MINUTE_MS === 0 ? listBucketsOfSums : listBuckets)(db, range, widthMs)
    // Of many readings few may hold the metric, and then none of its values needs to be left out.
    const values = buckets.reduce((sum, { count }) => sum + count, 0)
    if (isOutlasted || values > READ_UP_TO) return { kind: 'buckets', width_s: widthMs / SECOND_MS, points: buckets }
  }
  const values = await listValues(db, range)
  const kind = values.length <= points ? 'raw' : 'lttb'
  const chosen = lttb(values, points)
  return { kind, width_s: null, points: chosen.map(({ at, value }) => ({ at: new Date(Math.round(at)), value })) }
}

/** From the first to the last of what there is: readings, or sums of readings that are gone. Null when there is none. */
function rangeOf(
  { deviceId, metric }: SeriesRequest,
  extent: Extent | null,
  summed: { first: Date; last: Date } | null,
): SeriesRange | null {
  const begins = [extent?.oldest, summed?.first].filter((time) => time !== undefined)
  if (begins.length === 0) return null
  const from = new Date(Math.min(...begins.map(Number)))
  const to = new Date(extent === null ? Number(summed!.last) + HOUR_MS : Number(extent.newest) + 1)
  return { deviceId, metric, from, to }
}

/**
 * The least width of whole hours, or whole minutes up to an hour, or whole seconds up to two minutes, or whole milliseconds
 * up to a second, with which no more than `points` buckets touch the range: one is set aside, since the range need not
 * begin where a bucket does. Up to two minutes the next whole minute would be far more than what was asked for.
 */
export function bucketWidthMs(from: Date, to: Date, points: number): number {
  const least = (to.getTime() - from.getTime()) / (points - 1)
  const unit = least > HOUR_MS ? HOUR_MS : least > 2 * MINUTE_MS ? MINUTE_MS : least > SECOND_MS ? SECOND_MS : 1
  return Math.max(Math.ceil(least / unit) * unit, 1)
}
