import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'

const SPAN_S = 5
const KEPT_S = 3_600 + SPAN_S
const WRITE_AFTER_MS = 2_000

export interface ReadingCounter {
  /** Counts one reading received at this time (ms). */
  add(receivedAt: number): void
  /** Stores the counts since the last flush. */
  flush(): Promise<void>
}

/**
 * Counts the readings stored by this process. The counts stay in memory and are stored every two seconds, so they cost
 * a reading nothing; a crash loses at most two seconds of a number that is only displayed.
 */
export function readingCounter(db: Queryable, onError: (error: unknown) => void): ReadingCounter {
  let counts = new Map<number, number>()
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (counts.size === 0) return writing
    const written = counts
    counts = new Map()
    writing = writing.then(() => writeCounts(db, written)).catch(onError)
    return writing
  }

  return {
    add(receivedAt) {
      const start = Math.floor(receivedAt / (SPAN_S * 1_000)) * SPAN_S
      counts.set(start, (counts.get(start) ?? 0) + 1)
      timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS).unref()
    },
    flush,
  }
}

async function writeCounts(db: Queryable, counts: ReadonlyMap<number, number>): Promise<void> {
  const starts = [...counts.keys()]
  await db.query(sql`
    with past as (
      delete from reading_counts where at < to_timestamp(${Math.max(...starts) - KEPT_S})
    )
    insert into reading_counts as c (at, count)
    select to_timestamp(n.start), n.count
    from unnest(${starts}::float8[], ${[...counts.values()]}::bigint[]) as n (start, count)
    on conflict (at) do update set count = c.count + excluded.count`)
}

/** Number of readings received in the last minute and the last hour, to within five seconds. */
export async function countReadings(db: Queryable, now: Date): Promise<{ last_minute: number; last_hour: number }> {
  const [row] = await db.query<{ last_minute: number; last_hour: number }>(sql`
    select
      coalesce(sum(count) filter (where at > ${secondsAfter(now, -60)}), 0)::bigint as last_minute,
      coalesce(sum(count), 0)::bigint as last_hour
    from reading_counts
    where at > ${secondsAfter(now, -3_600)} and at <= ${now}`)
  return row!
}
