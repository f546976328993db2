import type { Queryable } from '../../../platform/database/database.ts'
import { inCellOfDevice } from '../../cells/find-cell.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { HOUR_MS, hourOf } from '../hours/closed-hours.ts'
import { type Extent, findExtent } from '../storage/reading-extent.ts'
import { lttb } from './lttb.ts'
import { type Bucket, listBuckets, listValues, type SeriesRange } from './series-store.ts'
import { findSummedHours, listBucketsOfSums } from './series-sums-store.ts'

/** Up to this number, all values are read and LTTB chooses among them; beyond it, the database aggregates them. */
const READ_UP_TO = 10_000
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

interface SeriesRequest {
  deviceId: ReachedId<'device'>
  metric: string
  from: Date | null
  to: Date | null
  /** Limit of points in the response. */
  points: number
}

export type Series =
  | { kind: 'raw' | 'lttb'; width_s: null; points: { at: Date; value: number }[] }
  | { kind: 'buckets'; width_s: number; points: Bucket[] }

/**
 * The values of one metric over time, in at most `points` points: all values if there are few, a selection of them if
 * there are more, and minimum, maximum and mean of each bucket if there are very many.
 */
export async function readSeries(db: Queryable, request: SeriesRequest): Promise<Series> {
  const { deviceId, points, from } = request
  const cell = await inCellOfDevice(db, deviceId)
  const extent = await findExtent(cell, deviceId, request, READ_UP_TO + 1)
  const summed = from === null ? null : await findSummedHours(cell, { ...request, from })
  const range = rangeOf(request, extent, summed)
  if (range === null) return { kind: 'raw', width_s: null, points: [] }
  // Sums outlast their readings; then only sums are left.
  const isOutlasted = summed !== null && (extent === null || summed.first.getTime() < hourOf(extent.oldest.getTime()))
  if (isOutlasted || extent!.readings > READ_UP_TO) {
    const width = bucketWidthMs(range.from, range.to, points)
    const widthMs = isOutlasted ? Math.max(width, HOUR_MS) : width
    const buckets = await (widthMs % MINUTE_MS === 0 ? listBucketsOfSums : listBuckets)(cell, range, widthMs)
    // Few of many readings may have the metric; then none of its values needs to be left out.
    const values = buckets.reduce((sum, { count }) => sum + count, 0)
    if (isOutlasted || values > READ_UP_TO) return { kind: 'buckets', width_s: widthMs / SECOND_MS, points: buckets }
  }
  const values = await listValues(cell, range)
  const kind = values.length <= points ? 'raw' : 'lttb'
  const chosen = lttb(values, points)
  return { kind, width_s: null, points: chosen.map(({ at, value }) => ({ at: new Date(Math.round(at)), value })) }
}

/** From the first to the last readings or sums. Null if there are none. */
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
 * The smallest bucket width with which at most `points` buckets touch the range: whole hours; whole minutes up to an
 * hour; whole seconds up to two minutes; whole milliseconds up to a second. One bucket is reserved, since the range
 * need not begin at a bucket. Below two minutes, rounding up to whole minutes would be far too much.
 */
export function bucketWidthMs(from: Date, to: Date, points: number): number {
  const least = (to.getTime() - from.getTime()) / (points - 1)
  const unit = least > HOUR_MS ? HOUR_MS : least > 2 * MINUTE_MS ? MINUTE_MS : least > SECOND_MS ? SECOND_MS : 1
  return Math.max(Math.ceil(least / unit) * unit, 1)
}
