import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { InCell } from '../../platform/database/database.ts'

/** A client that was away for longer is told to reload everything. */
const KEPT_S = 3_600
const AT_ONCE = 5_000

/** Deletes the oldest events and remembers the last one deleted. Returns whether there may be more. */
export async function dropOldEvents(db: InCell, now: Date): Promise<boolean> {
  const [dropped] = await db.query<{ count: number }>(sql`
    with oldest as (
      select xid, id, at
      from live_events
      where xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      order by xid, id
      limit ${AT_ONCE}
    ),
    gone as (
      delete from live_events as e
      using oldest as o
      where e.xid = o.xid and e.id = o.id and o.at < ${secondsAfter(now, -KEPT_S)}
      returning e.xid, e.id
    ),
    last as (
      select xid, id from gone order by gone.xid desc, gone.id desc limit 1
    ),
    remembered as (
      update live_events_dropped as d
      set xid = last.xid, id = last.id
      from last
      where (last.xid, last.id) > (d.xid, d.id)
    )
    select count(*)::integer as count from gone`)
  return dropped!.count === AT_ONCE
}
