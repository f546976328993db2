import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { BEGIN, type EventCursor, type EventPosition, type LoggedEvent } from './live-event.ts'

/** Channel that announces new events. */
export const LIVE_EVENTS = 'live_events'

/** The next events: of one cell in their order, and of one cell after another. */
export interface LogPart {
  events: LoggedEvent[]
  /** Start of the next part. */
  position: EventPosition
  /** The log of a cell has more than were asked for. */
  hasMore: boolean
  /** False when events after `from` have been deleted, or when `from` belongs to another instance of the database. */
  isWhole: boolean
  /** There are more events, committed after a transaction that is still open. */
  hasUnsettled: boolean
}

/** Returns the next events, at most `limit` of each cell; without `from`, no events and the end of the log. */
export async function readEvents(db: Queryable, from: EventPosition | null, limit: number): Promise<LogPart> {
  const parts = await Promise.all(
    db.cells().map((cell) => readCell(db, cell, from === null ? null : (from[cell] ?? BEGIN), limit)),
  )
  return {
    events: parts.flatMap(({ events }) => events),
    position: parts.map(({ place }) => place),
    hasMore: parts.some(({ events }) => events.length === limit),
    isWhole: parts.every(({ isWhole }) => isWhole),
    hasUnsettled: parts.some(({ hasUnsettled }) => hasUnsettled),
  }
}

interface CellPart extends Pick<LogPart, 'events' | 'isWhole' | 'hasUnsettled'> {
  place: EventCursor
}

/**
 * A transaction that began early may commit late, and its events are then sorted before others that were already
 * visible. So only settled events are read: events of transactions older than every open one. Nothing can be inserted
 * among these any more, so a client that has read up to a position has missed nothing before it.
 */
async function readCell(db: Queryable, cell: number, from: EventCursor | null, limit: number): Promise<CellPart> {
  const { xid, id } = from ?? { xid: null, id: null }
  const [part] = await db.inCell(cell).query<Omit<CellPart, 'place'> & { settled: number }>(sql`
    select
      s.settled,
      exists (select from live_events where xid >= s.settled) as "hasUnsettled",
      ${xid}::bigint is null
        or (${xid}::bigint <= s.settled and (${xid}::bigint, ${id}::bigint) >= (d.xid, d.id)) as "isWhole",
      coalesce(
        (
          select json_agg(e order by e.xid, e.id)
          from (
            select ${cell}::integer as cell, xid, id, topic, event, device_id, site_id, data
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
  return { ...rest, place: last === undefined ? { xid: settled, id: 0 } : { xid: last.xid, id: last.id } }
}
