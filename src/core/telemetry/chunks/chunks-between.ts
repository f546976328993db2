import sql, { type Sql } from 'sql-template-tag'

/**
 * For a `from`: the rows that stand for the chunks of a device that may have readings in a range; `since` is included,
 * `until` is not. Chunks do not overlap, so of those that begin before the range, only the last ones can reach into it.
 */
export const chunksBetween = (deviceId: Sql, since: Sql, until: Sql): Sql => sql`
  lateral (
    select c.*
    from reading_chunks as c
    where c.device_id = (${deviceId})::integer and c.field = 'at'
      and c.first_at < (${until})::timestamptz and c.last_at >= (${since})::timestamptz
      and c.first_at >= coalesce(
        (
          select b.first_at
          from reading_chunks as b
          where b.device_id = (${deviceId})::integer and b.field = 'at' and b.first_at < (${since})::timestamptz
          order by b.first_at desc
          limit 1
        ),
        (${since})::timestamptz
      )
  )`
