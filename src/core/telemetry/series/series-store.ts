import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { chunksBetween } from '../chunks/chunks-between.ts'
import type { TimedValue } from './lttb.ts'

/** One metric of a device over a range with known ends. Half-open. */
export interface SeriesRange {
  deviceId: number
  /** `battery`, `signal`, or a key of the metrics. */
  metric: string
  from: Date
  to: Date
}

/** All values of a range, oldest first. */
export async function listValues(db: Queryable, range: SeriesRange): Promise<TimedValue[]> {
  // As two lists, which are read much faster than as many rows.
  const [found] = await db.query<{ times: number[] | null; values: number[] }>(sql`
    select json_agg(at) as times, json_agg(value) as values
    from (
      select date_part('epoch', at) * 1000 as at, value::float8 as value
      from (${valuesBetween(range, sql`${range.from}`, sql`${range.to}`)}) as measured
      where value is not null
      order by measured.at, value
    ) as ordered`)
  const { times, values } = found!
  return (times ?? []).map((at, place) => ({ at, value: values[place]! }))
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
  return db.query<Bucket>(sql`
    select
      date_bin(${`${widthMs} milliseconds`}::interval, at, 'epoch') as at, min(value)::float8 as min,
      max(value)::float8 as max, avg(value)::float8 as avg, count(value)::integer as count
    from (${valuesBetween(range, sql`${range.from}`, sql`${range.to}`)}) as measured
    group by 1
    having count(value) > 0
    order by 1`)
}

/**
 * Times and values between two times, given as SQL; those of chunks first. The offsets keep the planner from merging
 * this into the outer query, where it would read each value five times.
 */
export const valuesBetween = (
  { deviceId, metric }: Pick<SeriesRange, 'deviceId' | 'metric'>,
  from: Sql,
  to: Sql,
): Sql => sql`
  select at, ${ofChunk(metric)} as value
  from (
    select n.at, n.value, n.whole, n.divisor
    from ${chunksBetween(sql`${deviceId}`, sql`${from}`, sql`${to}`)} as c
    join chunk_numbers as n
      on n.device_id = ${deviceId} and n.field = ${storedField(metric)} and n.first_at = c.first_at
        and n.first_digest = c.first_digest
    where n.at >= ${from} and n.at < ${to}
    offset 0
  ) as compacted
  union all
  (
    select at, ${numberOf(metric)} as value
    from reading_rows
    where device_id = ${deviceId} and at >= ${from} and at < ${to}
    offset 0
  )`

/** The field of this metric in chunks and sums. */
export const storedField = (metric: string): string => (isColumn(metric) ? metric : `metrics.${metric}`)

const isColumn = (metric: string): boolean => metric === 'battery' || metric === 'signal'

/** Value from a chunk, in the type of `numberOf`. */
const ofChunk = (metric: string): Sql =>
  isColumn(metric) ? within1e140(sql`value`) : sql`coalesce(whole::numeric / divisor, value::text::numeric)`

/**
 * Metrics use PostgreSQL's numeric, the type inside jsonb, whose sums do not overflow. Converting the plain columns
 * would cost more than all the rest, so these are clamped to values for which the mean of floating-point numbers is
 * safe.
 */
function numberOf(metric: string): Sql {
  if (metric === 'battery') return within1e140(sql`battery`)
  if (metric === 'signal') return within1e140(sql`signal`)
  return sql`(metrics -> ${metric})::numeric`
}

const within1e140 = (column: Sql): Sql =>
  sql`case when abs(${column}) <= 1e140::float8 then ${column} else sign(${column}) * 1e140::float8 end`
