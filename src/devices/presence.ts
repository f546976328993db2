import sql from 'sql-template-tag'
import { secondsAfter } from '../platform/clock.ts'
import type { Queryable } from '../platform/database.ts'

/** A longer pause than this between signs of life means that nobody listened to the devices meanwhile. */
const ABSENT_AFTER_S = 10

/**
 * Notes that a node is at work, and returns since when at least one has been without a break. Devices could not be
 * heard before that, so their silence counts from then.
 */
export async function notePresence(db: Queryable, now: Date): Promise<Date> {
  const [row] = await db.query<{ up_since: Date }>(sql`
    insert into service_presence as p (alive_at, up_since)
    values (${now}, ${now})
    on conflict (id) do update
    set
      alive_at = greatest(p.alive_at, excluded.alive_at),
      up_since = case when p.alive_at < ${secondsAfter(now, -ABSENT_AFTER_S)} then excluded.up_since else p.up_since end
    returning up_since`)
  return row!.up_since
}
