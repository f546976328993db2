import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { INSTALLATION } from '../reach/reach.ts'
import { byPerson, finalSchedule } from './final-schedule.ts'
import { daysAfter, GAPS_AHEAD_DAYS, listGaps, type ScheduleGaps, unavailableAt } from './read-on-call.ts'
import type { NamedSchedule } from './schedule.ts'
import { readPlans } from './schedule-store.ts'

const GAPS_EVERY_S = 86_400
const REMIND_BEFORE_S = 86_400
/** A person who is on call again within this time gets no notification. */
const KNOWN_FOR_S = 86_400
/** Without a change of person until then, the schedule is looked at again. */
const AHEAD_DAYS = 30

/** Somebody else is on call, or nobody. */
export interface HandOver {
  schedule: NamedSchedule
  /** Id of the person; null: nobody. */
  from: number | null
  to: number | null
  at: Date
  /** End of the new shift, as far as 30 days ahead. */
  until: Date
}

/** A shift begins within a day, of somebody who was not on call in the day before it. */
interface Reminder extends Omit<HandOver, 'from'> {
  to: number
}

/** Called with the news of schedules, in the transaction that notes that they were announced. */
export interface ScheduleNews {
  handOver: (tx: Queryable, handOver: HandOver, now: Date) => Promise<void>
  reminder: (tx: Queryable, reminder: Reminder, now: Date) => Promise<void>
  /** At least one. */
  gaps: (tx: Queryable, found: ScheduleGaps & { site_id: number | null }, now: Date) => Promise<void>
}

interface DueSchedule extends NamedSchedule {
  site_id: number | null
  handed_over_at: Date
  /** Whether the time has come to look for gaps. */
  is_gap_check: boolean
}

/**
 * Looks at one schedule whose person may have changed, whose shifts of the next day may be new, or whose gaps were not looked for today.
 * After a time without the service, only the last change is reported. Returns whether there may be more.
 */
export async function watchSchedules(db: Database, news: ScheduleNews, now: Date): Promise<boolean> {
  const isGapCheck = sql`(gaps_checked_at is null or gaps_checked_at <= ${secondsAfter(now, -GAPS_EVERY_S)})`
  const isDue = sql`(next_hand_over_at <= ${now} or ${isGapCheck})`
  // On a cluster, a look for a row to lock makes all changes of shared tables wait, even if there is none.
  const due = await db.query(sql`select from schedules where ${isDue} limit 1`)
  if (due.length === 0) return false
  return db.transaction(async (tx) => {
    const [schedule] = await tx.query<DueSchedule>(sql`
      select id, site_id, name, handed_over_at, ${isGapCheck} as is_gap_check
      from schedules
      where ${isDue}
      order by id
      limit 1
      for update skip locked`)
    if (schedule === undefined) return false
    const { id, site_id, name, handed_over_at, is_gap_check } = schedule
    const before = handed_over_at < now ? handed_over_at : now
    const from = earlier(before, secondsAfter(now, -KNOWN_FOR_S))
    const window = { from, to: daysAfter(now, AHEAD_DAYS) }
    const [plan] = await readPlans(tx, sql`s.id = ${id}`, window)
    const held = byPerson(finalSchedule(plan!, window, await unavailableAt(tx, now)))
    const [last, current] = [before, now].map((time) => held.find(({ to }) => to > time)!) as [Held, Held]
    if (current.user_id !== last.user_id) {
      const handOver = { from: last.user_id, to: current.user_id, at: current.from, until: current.to }
      await news.handOver(tx, { schedule: { id, name }, ...handOver }, now)
    }
    for (const { user_id, from: at, to: until } of newShifts(held, now)) {
      await news.reminder(tx, { schedule: { id, name }, to: user_id, at, until }, now)
    }
    if (is_gap_check) {
      const [found] = await listGaps(tx, INSTALLATION, now, GAPS_AHEAD_DAYS, id)
      if (found!.gaps.length > 0) await news.gaps(tx, { ...found!, site_id }, now)
    }
    await tx.query(sql`
      update schedules
      set
        handed_over_at = ${now}, next_hand_over_at = ${nextLook(held, now)}, on_call = ${current.user_id},
        gaps_checked_at = case when ${is_gap_check} then ${now} else gaps_checked_at end
      where id = ${id}`)
    return true
  })
}

type Held = ReturnType<typeof byPerson>[number]

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** The shifts that begin within a day, but not those of somebody who was on call in the day before. */
function newShifts(held: readonly Held[], now: Date): (Held & { user_id: number })[] {
  const soon = secondsAfter(now, REMIND_BEFORE_S)
  return held.filter((shift): shift is Held & { user_id: number } => {
    const known = secondsAfter(shift.from, -KNOWN_FOR_S)
    const isKnown = held.some(({ user_id, from, to }) => user_id === shift.user_id && from < shift.from && to > known)
    return shift.user_id !== null && shift.from > now && shift.from <= soon && !isKnown
  })
}

/** When somebody else is on call, or a shift is a day away; at the latest when the shifts that are known are over. */
function nextLook(held: readonly Held[], now: Date): Date {
  const begins = held.map(({ from }) => from).filter((from) => from > now)
  const reminders = begins.map((from) => secondsAfter(from, -REMIND_BEFORE_S)).filter((time) => time > now)
  return [...begins, ...reminders].reduce(earlier, held.at(-1)!.to)
}
