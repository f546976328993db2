import sql from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'
import { HOUR_MS, hourOf } from './closed-hours.ts'
import { type Bucket, numberOf, type SeriesRange } from './series-store.ts'

/** As the hourly sums name it. */
const fieldOf = (metric: string): string => (metric === 'battery' || metric === 'signal' ? metric : `metrics.${metric}`)

/** The first and the last hour (their starts) of which a range has sums; null when it has none. */
export async function findSummedHours(
  db: Queryable,
  { deviceId, metric, from, to }: { deviceId: number; metric: string; from: Date; to: Date | null },
): Promise<{ first: Date; last: Date } | null> {
  const [row] = await db.query<{ first: Date; last: Date } | { first: null }>(sql`
    select min(hour) as first, max(hour) as last
    from hourly_metrics
    where device_id = ${deviceId} and field = ${fieldOf(metric)} and hour >= ${from}
      and (${to}::timestamptz is null or hour < ${to}::timestamptz)`)
  return row === undefined || row.first === null ? null : row
}

/**
 * The same as `listBuckets`, for widths of whole hours, from the hourly sums. Readings are read only for what those do
 * not hold: the ends of the range, hours that wait to be summed up, and the hour that the device is in.
 */
export function listBucketsOfHours(db: Queryable, range: SeriesRange, widthMs: number): Promise<Bucket[]> {
  const { deviceId, metric, from, to } = range
  const begin = new Date(hourOf(from.getTime() + HOUR_MS - 1))
  const end = new Date(Math.max(hourOf(to.getTime()), begin.getTime()))
  return db.query<Bucket>(sql`
    with summed as materialized (
      select least(greatest(date_bin('1 hour', evaluated_at, 'epoch'), ${begin}), ${end}) as until
      from device_states
      where device_id = ${deviceId}
    ),
    waiting as materialized (
      select hour
      from hours_to_sum_up, summed
      where device_id = ${deviceId} and hour >= ${begin} and hour < until
    ),
    unsummed as (
      select ${from}::timestamptz as since, least(${begin}::timestamptz, ${to}::timestamptz) as until
      union all select until, ${to}::timestamptz from summed
      union all select hour, hour + interval '1 hour' from waiting
    ),
    parts as (
      select hour as at, min, max, sum, count
      from hourly_metrics, summed
      where device_id = ${deviceId} and field = ${fieldOf(metric)} and hour >= ${begin} and hour < until
        and hour not in (select hour from waiting)
      union all
      select at, value::float8, value::float8, value::float8, 1
      from unsummed
      cross join lateral (
        select at, ${numberOf(metric)} as value
        from readings
        where device_id = ${deviceId} and at >= unsummed.since and at < unsummed.until
        offset 0
      ) as measured
      where value is not null
    )
    select
      date_bin(${`${widthMs} milliseconds`}::interval, at, 'epoch') as at, min(min) as min, max(max) as max,
      sum(sum / 1e9) / sum(count) * 1e9 as avg, sum(count)::integer as count
    from parts
    group by 1
    order by 1`)
}
