import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { EventCursor, LoggedEvent } from './live-event.ts'

/** Announces that there may be new events. */
export const LIVE_EVENTS = 'live_events'

export interface LogPart {
  events: LoggedEvent[]
  /** Where the next part begins. */
  position: EventCursor
  /** False when some of what followed `from` is no longer kept, or it is of another life of the database. */
  isWhole: boolean
  /** There are more events, committed behind a transaction that is still under way. */
  hasUnsettled: boolean
}

/**
 * The next events, at most `limit`; without `from` none, and the end of the log.
 *
 * A transaction that began early may commit late, and its events then stand before others that were already visible.
 * So only what is settled is read: events of transactions older than every one that is still under way. Among those
 * nothing can appear any more, and whoever has read up to a place has missed nothing before it.
 */
export async function readEvents(db: Queryable, from: EventCursor | null, limit: number): Promise<LogPart> {
  const { xid, id } = from ?? { xid: null, id: null }
  const [part] = await db.query<Omit<LogPart, 'position'> & { settled: number }>(sql`
    select
      s.settled,
      exists (select from live_events where xid >= s.settled) as "hasUnsettled",
      ${xid}::bigint is null
        or (${xid}::bigint <= s.settled and (${xid}::bigint, ${id}::bigint) >= (d.xid, d.id)) as "isWhole",
      coalesce(
        (
          select json_agg(e order by e.xid, e.id)
          from (
            select xid, id, topic, event, device_id, data
            from live_events
            where (xid, id) > (${xid}::bigint, ${id}::bigint) and xid < s.settled
            order by live_events.xid, live_events.id
            limit ${limit}
          ) as e
        ),
        '[]'
      ) as events
    from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled) as s
    cross join live_events_dropped as d`)
  const { settled, ...rest } = part!
  const last = rest.events.length === limit ? rest.events.at(-1) : undefined
  return { ...rest, position: last === undefined ? { xid: settled, id: 0 } : { xid: last.xid, id: last.id } }
}
