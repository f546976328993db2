import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { writeLater } from '../../platform/write-later.ts'
import { inReach, type Reach } from '../reach/reach.ts'

const SPAN_S = 5
const KEPT_S = 3_600 + SPAN_S
const WRITE_AFTER_MS = 2_000

/** By site and start of the span. */
type Counts = Map<number, Map<number, number>>

export interface ReadingCounter {
  /** Counts one reading of a site, received at this time (ms). */
  add(siteId: number, receivedAt: number): void
  /** Stores the counts since the last flush. */
  flush(): Promise<void>
}

/**
 * Counts the readings stored by this process. The counts stay in memory and are stored every two seconds, so they cost
 * a reading nothing; a crash loses at most two seconds of a number that is only displayed.
 */
export function readingCounter(db: Queryable, onError: (error: unknown) => void): ReadingCounter {
  let counts: Counts = new Map()
  const later = writeLater(
    WRITE_AFTER_MS,
    async () => {
      if (counts.size === 0) return
      const written = counts
      counts = new Map()
      await writeCounts(db, written)
    },
    onError,
  )

  return {
    add(siteId, receivedAt) {
      const start = Math.floor(receivedAt / (SPAN_S * 1_000)) * SPAN_S
      const ofSite = counts.get(siteId) ?? new Map<number, number>()
      counts.set(siteId, ofSite)
      ofSite.set(start, (ofSite.get(start) ?? 0) + 1)
      later.soon()
    },
    flush: later.now,
  }
}

async function writeCounts(db: Queryable, counts: Counts): Promise<void> {
  const rows = [...counts].flatMap(([site, ofSite]) => [...ofSite].map(([start, count]) => ({ site, start, count })))
  await db.query(sql`
    with past as (
      delete from reading_counts where at < to_timestamp(${Math.max(...rows.map(({ start }) => start)) - KEPT_S})
    )
    insert into reading_counts as c (at, site_id, count)
    select to_timestamp(n.start), n.site, n.count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (site integer, start float8, count bigint)
    on conflict (at, site_id) do update set count = c.count + excluded.count`)
}

/** Number of readings received in the last minute and the last hour, to within five seconds. */
export async function countReadings(
  db: Queryable,
  reach: Reach,
  now: Date,
): Promise<{ last_minute: number; last_hour: number }> {
  const [row] = await db.query<{ last_minute: number; last_hour: number }>(sql`
    select
      coalesce(sum(count) filter (where at > ${secondsAfter(now, -60)}), 0)::bigint as last_minute,
      coalesce(sum(count), 0)::bigint as last_hour
    from reading_counts
    where at > ${secondsAfter(now, -3_600)} and at <= ${now} and ${inReach(reach, 'viewer', sql`site_id`)}`)
  return row!
}
