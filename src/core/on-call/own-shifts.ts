import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Reach } from '../reach/reach.ts'
import { byPerson, finalSchedule } from './final-schedule.ts'
import { findPeople } from './people-store.ts'
import { daysAfter, personOf, type ShiftTime, unavailableAt } from './read-on-call.ts'
import type { NamedSchedule, PersonOnCall } from './schedule.ts'
import { areSeenBy, readPlans } from './schedule-store.ts'

/** How long a shift that has ended is still shown to the person whose it was: it is handed over then. */
export const HANDED_OVER_WITHIN_S = 12 * 3_600
/** As far as shifts are looked for, back and ahead. */
const AROUND_DAYS = 35

/** A shift of one person in one schedule: the present one, or one that has just ended. */
export interface OwnShift {
  schedule: NamedSchedule & { site_id: number | null }
  /** Null: for longer than shifts are looked for. */
  from: Date | null
  /** Null: no end in sight. */
  until: Date | null
  isOver: boolean
  /** The person on call until it began; null: nobody, or not known. */
  before: PersonOnCall | null
  /** The person on call after it; null: nobody in sight. */
  next: ShiftTime | null
}

/** The present shifts of a person and those that have just ended, by the name of their schedule. */
export async function findOwnShifts(db: Queryable, reach: Reach, userId: number, now: Date): Promise<OwnShift[]> {
  const window = { from: daysAfter(now, -AROUND_DAYS), to: daysAfter(now, AROUND_DAYS) }
  const isIn = sql`(
    exists (
      select from schedule_versions as v
      where v.schedule_id = s.id and v.layers @> ${JSON.stringify([{ people: [userId] }])}::jsonb
    )
    or exists (select from schedule_overrides as o where o.schedule_id = s.id and o.user_id = ${userId})
  )`
  const plans = await readPlans(db, sql`${areSeenBy(reach)} and ${isIn}`, window)
  const unavailable = await unavailableAt(db, now)
  const found = plans.flatMap(({ id, name, site_id, ...plan }) => {
    const held = byPerson(finalSchedule(plan, window, unavailable))
    const place = held.findLastIndex(
      ({ user_id, from, to }) => user_id === userId && from <= now && to > secondsAfter(now, -HANDED_OVER_WITHIN_S),
    )
    const shift = held[place]
    if (shift === undefined) return []
    const next = held.slice(place + 1).find(({ user_id }) => user_id !== null) ?? null
    return [{ schedule: { id, name, site_id }, shift, before: held[place - 1]?.user_id ?? null, next }]
  })
  const ids = found.flatMap(({ before, next }) => [before ?? [], next?.user_id ?? []].flat())
  const people = await findPeople(db, reach, [...new Set(ids)])
  const inSight = (end: Date) => (end < window.to ? end : null)
  return found.map(({ schedule, shift, before, next }) => ({
    schedule,
    from: shift.from > window.from ? shift.from : null,
    until: inSight(shift.to),
    isOver: shift.to <= now,
    before: before === null ? null : personOf(people, before),
    next: next === null ? null : { from: next.from, to: inSight(next.to), user: personOf(people, next.user_id!) },
  }))
}
