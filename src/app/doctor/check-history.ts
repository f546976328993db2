import sql from 'sql-template-tag'
import { CHUNK_FORMAT } from '../../core/telemetry/chunks/chunk.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, fail, okResult } from './finding.ts'

/** The newest chunk of so many devices is looked into, and so many of its hours. */
const DEVICES = 50
const HOURS = 24

/** Checks that compacted readings can be read, and that they are as many as were counted when they arrived. */
export async function checkHistory(db: Queryable): Promise<CheckResult[]> {
  const [found] = await db.query<{ chunks: number; unreadable: number; hours: number; incomplete: number }>(sql`
    with newest as materialized (
      select c.*
      from (
        select device_id from device_states where compacted_until is not null order by compacted_until desc limit ${DEVICES}
      ) as d
      cross join lateral (
        select *
        from reading_chunks
        where device_id = d.device_id and field = 'at'
        order by first_at desc, first_digest desc
        limit 1
      ) as c
    ),
    hours as (
      select h.count, n.at_least
      from newest as c
      cross join lateral (
        select hour, max(count) as count
        from hourly_metrics
        where device_id = c.device_id
          and day >= (c.first_at at time zone 'UTC')::date and day <= (c.last_at at time zone 'UTC')::date
          and hour >= c.first_at and hour < c.last_at - interval '1 hour'
        group by hour
        order by hour
        limit ${HOURS}
      ) as h
      cross join lateral (
        select (
          select count(*)
          from chunk_numbers as t
          where t.device_id = c.device_id and t.field = 'at' and t.first_at = c.first_at
            and t.first_digest = c.first_digest and t.at >= h.hour and t.at < h.hour + interval '1 hour'
        ) + (
          select count(*)
          from reading_rows as r
          where r.device_id = c.device_id and r.at >= h.hour and r.at < h.hour + interval '1 hour'
        ) as at_least
      ) as n
    )
    select
      (select count(*)::integer from newest) as chunks,
      (select count(*)::integer from newest where format <> ${CHUNK_FORMAT}) as unreadable,
      count(*)::integer as hours,
      count(*) filter (where at_least < count)::integer as incomplete
    from hours`)
  const { chunks, unreadable, hours, incomplete } = found!
  if (chunks === 0) return []
  if (unreadable > 0) {
    return [
      fail('history', `${unreadable} of ${chunks} chunks were written by a later version`, 'Upgrade this installation'),
    ]
  }
  if (incomplete > 0) {
    const says = `${incomplete} of ${hours} compacted hours have fewer readings than were counted`
    return [fail('history', says, 'Stop compaction with COMPACT_AFTER_H=off, keep a backup, and report this')]
  }
  return [okResult('history', `compacted readings are as many as were counted, in ${hours} hours of ${chunks} devices`)]
}
