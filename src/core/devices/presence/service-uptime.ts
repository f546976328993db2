import sql from 'sql-template-tag'
import { CLOCK_TOLERANCE_S, isAhead, secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'

/** A longer pause between heartbeats means that no node was listening to the devices. */
const ABSENT_AFTER_S = 10
/** Several jobs send a heartbeat twice a second; committing each would be wasteful. */
const NOTED_EVERY_MS = 1_000

interface Presence {
  alive_at: Date
  up_since: Date
}

/**
 * Records that a node is at work, and returns the time since which at least one has been without interruption. Devices
 * could not be heard before that, so staleness counts from then. Every decision based on staleness calls this first:
 * after a suspend of the machine or a jump of the clock, the first caller records it for all.
 * Null when the clock has gone back and stored times are not corrected yet (`clock/watch-clock.ts`): no device may be
 * called offline until then.
 */
export async function recordServiceUp(db: Queryable, now: Date): Promise<Date | null> {
  const [known] = await db.query<Presence>(sql`select alive_at, up_since from service_presence`, 'read_presence')
  if (known !== undefined) {
    if (isAhead(known.alive_at.getTime(), now.getTime())) return null
    if (now.getTime() - known.alive_at.getTime() < NOTED_EVERY_MS) return known.up_since
  }
  const [noted] = await db.query<Pick<Presence, 'up_since'>>(
    sql`
      insert into service_presence as p (alive_at, up_since)
      values (${now}, ${now})
      on conflict (id) do update
      set
        alive_at = greatest(p.alive_at, excluded.alive_at),
        up_since = case when p.alive_at < ${secondsAfter(now, -ABSENT_AFTER_S)} then excluded.up_since else p.up_since end
      where p.alive_at <= ${secondsAfter(now, CLOCK_TOLERANCE_S)}
      returning up_since`,
    'note_presence',
  )
  return noted?.up_since ?? null
}
