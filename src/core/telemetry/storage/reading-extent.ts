import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { integers } from '../../../platform/database/sql-arrays.ts'
import { chunksBetween } from '../chunks/chunks-between.ts'

export interface Extent {
  oldest: Date
  newest: Date
  /** Number of readings, counted up to a limit. */
  readings: number
}

/**
 * First and last reading of a device in a range. An open end is the newest reading, an open beginning is a day before
 * that. Null if there are none. Reads indexes, and the times in the chunks at both ends.
 */
export async function findExtent(
  db: Queryable,
  deviceId: number,
  { from, to }: { from: Date | null; to: Date | null },
  countUpTo: number,
): Promise<Extent | null> {
  const end = sql`coalesce(${to}::timestamptz, 'infinity')`
  const [extent] = await db.query<Extent>(sql`
    select oldest, newest, readings
    from (
      select greatest(
        (select max(at) from reading_rows where device_id = ${deviceId} and at < ${end}),
        (
          select case when c.last_at < ${end} then c.last_at else (${timesOf(sql`max(t.at)`, sql`t.at < ${end}`)}) end
          from reading_chunks as c
          where c.device_id = ${deviceId} and c.field = 'at' and c.first_at < ${end}
          order by c.first_at desc, c.first_digest desc
          limit 1
        )
      ) as newest
      ${ONCE}
    ) as the_newest
    cross join lateral (
      select coalesce(${from}::timestamptz, newest - interval '24 hours' + interval '1 microsecond') as begin
      ${ONCE}
    ) as the_begin
    cross join lateral (
      select least(
        (select min(at) from reading_rows where device_id = ${deviceId} and at >= begin),
        (
          select case when c.first_at >= begin then c.first_at else (${timesOf(sql`min(t.at)`, sql`t.at >= begin`)}) end
          from ${chunksBetween(sql`${deviceId}`, sql`begin`, sql`'infinity'`)} as c
          order by c.first_at, c.first_digest
          limit 1
        )
      ) as oldest
      ${ONCE}
    ) as the_oldest
    cross join lateral (
      select ${countOf(sql`select ${deviceId}::integer`, sql`oldest`, sql`newest + interval '1 microsecond'`, countUpTo)} as readings
    ) as the_count
    where oldest <= newest`)
  return extent ?? null
}

/** Keeps the planner from repeating a subquery wherever its column is named. */
const ONCE = sql`offset 0`

/** Number of readings of these devices from `from` to before `to`, counted up to a limit. */
export async function countStored(
  db: Queryable,
  deviceIds: readonly number[],
  { from, to }: { from: Date; to: Date },
  countUpTo: number,
): Promise<number> {
  const devices = sql`select unnest(${integers(deviceIds)}::integer[])`
  const [counted] = await db.query<{ readings: number }>(sql`
    select ${countOf(devices, sql`${from}::timestamptz`, sql`${to}::timestamptz`, countUpTo)} as readings`)
  return counted!.readings
}

/** `devices` selects their ids. Chunks within the range say how many readings they have. */
const countOf = (devices: Sql, since: Sql, until: Sql, countUpTo: number): Sql => sql`
  least(
    (
      select count(*)
      from (
        select
        from (${devices}) as d (id)
        join reading_rows as r on r.device_id = d.id and r.at >= ${since} and r.at < ${until}
        limit ${countUpTo}
      ) as of_rows
    ) + (
      select coalesce(sum(n), 0)
      from (
        select
          case
            when c.first_at >= ${since} and c.last_at < ${until} then c.n
            else (${timesOf(sql`count(*)`, sql`t.at >= ${since} and t.at < ${until}`)})
          end as n
        from (${devices}) as d (id)
        cross join ${chunksBetween(sql`d.id`, since, until)} as c
        limit ${countUpTo}
      ) as of_chunks
    ),
    ${countUpTo}
  )::integer`

/** An aggregate of some of the times in chunk `c`. */
const timesOf = (aggregate: Sql, condition: Sql): Sql => sql`
  select ${aggregate}
  from chunk_numbers as t
  where t.device_id = c.device_id and t.field = 'at' and t.first_at = c.first_at and t.first_digest = c.first_digest
    and ${condition}`
