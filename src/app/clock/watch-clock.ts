import sql, { empty } from 'sql-template-tag'
import { type Clock, isAhead, secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { correctFutureTimes } from './correct-future-times.ts'

/** Delay of the second pass: transactions that were open during the step have stored their times by then. */
const AGAIN_AFTER_S = 60

/** A backward step of the clock, and the rows corrected after it. */
export interface StepBack {
  went_back_s: number
  /** Number of rows per table. */
  corrected: Record<string, number>
}

interface Presence {
  alive_at: Date
  stepped_back_at: Date | null
  corrected_at: Date | null
}

/**
 * Notices that the clock has gone back: the database holds a time, written by some node at work, that lies ahead. The
 * first node to notice corrects all stored times, and once more a minute later.
 * The clock is read after the database, never before: if this job pauses in between, times stored by other nodes
 * meanwhile must not look like the future.
 */
export async function watchClock(
  db: Database,
  clock: Clock,
  onSteppedBack: (step: StepBack) => void,
): Promise<boolean> {
  const known = await findPresence(db, { locked: false })
  if (known === null || !(isOff(known, clock()) || isToBeRepeated(known, clock()))) return false
  const step = await db.transaction(async (tx) => {
    const presence = (await findPresence(tx, { locked: true }))!
    const now = clock()
    if (isOff(presence, now)) return stepBack(tx, presence, now)
    if (isToBeRepeated(presence, now)) {
      await correctFutureTimes(tx, now)
      await tx.query(sql`update service_presence set corrected_at = ${now}`)
    }
    return null
  })
  if (step !== null) onSteppedBack(step)
  return false
}

const isOff = ({ alive_at }: Presence, now: Date): boolean => isAhead(alive_at.getTime(), now.getTime())

function isToBeRepeated({ stepped_back_at, corrected_at }: Presence, now: Date): boolean {
  if (stepped_back_at === null || corrected_at === null) return false
  const again = secondsAfter(stepped_back_at, AGAIN_AFTER_S)
  return corrected_at < again && again <= now
}

async function findPresence(db: Queryable, { locked }: { locked: boolean }): Promise<Presence | null> {
  const [presence] = await db.query<Presence>(sql`
    select alive_at, stepped_back_at, corrected_at from service_presence ${locked ? sql`for update` : empty}`)
  return presence ?? null
}

/** Restarts the staleness timers, since nobody knows how long ago the devices were heard. */
async function stepBack(tx: Queryable, { alive_at }: Presence, now: Date): Promise<StepBack> {
  const went_back_s = (alive_at.getTime() - now.getTime()) / 1_000
  const corrected = await correctFutureTimes(tx, now)
  await tx.query(sql`
    update service_presence
    set
      alive_at = ${now}, up_since = ${now}, stepped_back_at = ${now}, stepped_back_s = ${went_back_s},
      corrected_at = ${now}`)
  return { went_back_s, corrected }
}
