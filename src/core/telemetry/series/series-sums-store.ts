import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { HOUR_MS, hourOf } from '../hours/closed-hours.ts'
import { type Bucket, type SeriesRange, storedField, valuesBetween } from './series-store.ts'

/** A time after all sums. */
const FAR_AHEAD = new Date('9999-01-01T00:00:00Z')

/** Start of the first and the last hour of a range that has sums; null if there are none. Reads two days. */
export async function findSummedHours(
  db: Queryable,
  { deviceId, metric, from, to }: { deviceId: number; metric: string; from: Date; to: Date | null },
): Promise<{ first: Date; last: Date } | null> {
  const until = to ?? FAR_AHEAD
  const hours = sql`
    select hour
    from hourly_metrics
    where device_id = ${deviceId} and field = ${storedField(metric)} and ${inDays(from, until)}
      and hour >= ${from} and hour < ${until}`
  const [row] = await db.query<{ first: Date; last: Date }>(
    sql`
      select first.hour as first, last.hour as last
      from (${hours} order by day, hour limit 1) as first
      cross join (${hours} order by day desc, hour desc limit 1) as last`,
    'find_summed_hours',
  )
  return row ?? null
}

/**
 * Like `listBuckets`, for widths of whole hours or whole minutes, from the hourly or minute sums. Readings are read
 * only where there are no sums: the ends of the range, hours that wait to be aggregated, the current hour, and for
 * minutes the hours with too few readings for minute sums.
 */
export function listBucketsOfSums(db: Queryable, range: SeriesRange, widthMs: number): Promise<Bucket[]> {
  const { deviceId, metric, from, to } = range
  const begin = new Date(hourOf(from.getTime() + HOUR_MS - 1))
  const end = new Date(Math.max(hourOf(to.getTime()), begin.getTime()))
  const { sums, without } = widthMs % HOUR_MS === 0 ? BY_HOUR : BY_MINUTE
  const ofField = sql`device_id = ${deviceId} and field = ${storedField(metric)}`
  return db.query<Bucket>(sql`
    with summed as materialized (
      select least(greatest(date_bin('1 hour', evaluated_at, 'epoch'), ${begin}), ${end}) as until
      from device_states
      where device_id = ${deviceId}
    ),
    waiting as materialized (
      select hour
      from hours_to_aggregate, summed
      where device_id = ${deviceId} and hour >= ${begin} and hour < until
      ${without(ofField, begin)}
    ),
    unsummed as (
      select ${from}::timestamptz as since, least(${begin}::timestamptz, ${to}::timestamptz) as until
      union all select until, ${to}::timestamptz from summed
      union all select hour, hour + interval '1 hour' from waiting
    ),
    parts as (
      select at, min, max, sum, count
      from (${sums(ofField, begin, end)}) as sums, summed
      where hour >= ${begin} and hour < until and hour not in (select hour from waiting)
      union all
      select at, value::float8, value::float8, least(greatest(value, -1e140), 1e140)::float8, 1
      from unsummed
      cross join lateral (${valuesBetween(range, sql`unsummed.since`, sql`unsummed.until`)}) as measured
      where value is not null
    )
    select
      date_bin(${`${widthMs} milliseconds`}::interval, at, 'epoch') as at, min(min) as min, max(max) as max,
      sum(sum) / sum(count) as avg, sum(count)::integer as count
    from parts
    group by 1
    order by 1`)
}

/** Condition for the days of a range, which the index finds: the hours of a day are in one row. */
const inDays = (from: Date, to: Date): Sql =>
  sql`day >= (${from}::timestamptz at time zone 'UTC')::date and day <= (${to}::timestamptz at time zone 'UTC')::date`

/** The sums of a field, and the hours without sums. */
interface Sums {
  sums: (ofField: Sql, begin: Date, end: Date) => Sql
  without: (ofField: Sql, begin: Date) => Sql
}

const BY_HOUR: Sums = {
  sums: (ofField, begin, end) => sql`
    select hour as at, hour, min, max, sum, count from hourly_metrics where ${ofField} and ${inDays(begin, end)}`,
  without: () => empty,
}

const BY_MINUTE: Sums = {
  sums: (ofField) => sql`
    select hour + minute * interval '1 minute' as at, hour, min, max, sum, count
    from minute_metrics
    cross join lateral unnest(minutes, mins, maxs, sums, counts) as of_minute (minute, min, max, sum, count)
    where ${ofField}`,
  without: (ofField, begin) => sql`
    union
    select hour
    from summed
    cross join generate_series(${begin}::timestamptz, until - interval '1 hour', interval '1 hour') as hours (hour)
    where not exists (select from minute_metrics as m where ${ofField} and m.hour = hours.hour)`,
}
