import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { TimedValue } from './lttb.ts'

/** One metric of a device over a range with known ends. Half-open. */
export interface SeriesRange {
  deviceId: number
  /** `battery`, `signal`, or a key of the metrics. */
  metric: string
  from: Date
  to: Date
}

export interface Extent {
  oldest: Date
  newest: Date
  /** Number of readings, counted up to a limit. */
  readings: number
}

/**
 * First and last reading of a device in a range. An open end is the newest reading, an open beginning is a day before
 * that. Null if there are none. Reads the index only.
 */
export async function findExtent(
  db: Queryable,
  deviceId: number,
  { from, to }: { from: Date | null; to: Date | null },
  countUpTo: number,
): Promise<Extent | null> {
  const [extent] = await db.query<Extent>(sql`
    select oldest, newest, readings
    from (
      select max(at) as newest
      from readings
      where device_id = ${deviceId} and (${to}::timestamptz is null or at < ${to}::timestamptz)
    ) as the_newest
    cross join lateral (
      select min(at) as oldest
      from readings
      where device_id = ${deviceId}
        and at > coalesce(${from}::timestamptz - interval '1 microsecond', newest - interval '24 hours')
    ) as the_oldest
    cross join lateral (
      select count(*)::integer as readings
      from (
        select from readings where device_id = ${deviceId} and at >= oldest and at <= newest limit ${countUpTo}
      ) as counted
    ) as the_count
    where oldest <= newest`)
  return extent ?? null
}

/** All values of a range, oldest first. */
export function listValues(db: Queryable, range: SeriesRange): Promise<TimedValue[]> {
  return db.query<TimedValue>(sql`
    select date_part('epoch', at) * 1000 as at, value::float8 as value
    from (${valuesIn(range, sql`at, digest`)}) as measured
    where value is not null
    order by measured.at, digest`)
}

export interface Bucket {
  /** Start of the bucket: a multiple of the width, counted from 1970. */
  at: Date
  min: number
  max: number
  avg: number
  count: number
}

/** The values of a range in buckets, oldest first, without empty ones. Reads all values. */
export function listBuckets(db: Queryable, range: SeriesRange, widthMs: number): Promise<Bucket[]> {
  const bucket = sql`date_bin(${`${widthMs} milliseconds`}::interval, at, 'epoch') as bucket`
  return db.query<Bucket>(sql`
    select
      bucket as at, min(value)::float8 as min, max(value)::float8 as max, avg(value)::float8 as avg,
      count(value)::integer as count
    from (${valuesIn(range, bucket)}) as measured
    group by bucket
    having count(value) > 0
    order by bucket`)
}

/** The offset keeps the planner from merging this into the outer query, where it would read each value five times. */
const valuesIn = ({ deviceId, metric, from, to }: SeriesRange, columns: Sql): Sql => sql`
  select ${columns}, ${numberOf(metric)} as value
  from readings
  where device_id = ${deviceId} and at >= ${from} and at < ${to}
  offset 0`

/**
 * Metrics use PostgreSQL's numeric, the type inside jsonb, whose sums do not overflow. Converting the plain columns
 * would cost more than all the rest, so these are clamped to values for which the mean of floating-point numbers is
 * safe.
 */
export function numberOf(metric: string): Sql {
  if (metric === 'battery') return within1e140(sql`battery`)
  if (metric === 'signal') return within1e140(sql`signal`)
  return sql`(metrics -> ${metric})::numeric`
}

const within1e140 = (column: Sql): Sql =>
  sql`case when abs(${column}) <= 1e140::float8 then ${column} else sign(${column}) * 1e140::float8 end`
