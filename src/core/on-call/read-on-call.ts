import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Window } from '../../platform/weekly-windows.ts'
import { listReachable } from '../contact-methods/contact-method-store.ts'
import type { Reach } from '../reach/reach.ts'
import { byPerson, finalSchedule, gapsIn, type Stretch, type Unavailable } from './final-schedule.ts'
import { type GapCause, gapsOf } from './gaps.ts'
import { findPeople, listDisabled } from './people-store.ts'
import type { NamedSchedule, PersonOnCall } from './schedule.ts'
import { areSeenBy, readPlans } from './schedule-store.ts'

const DAY_MS = 86_400_000
/** Far enough for the next person of nearly all schedules; others are looked at again over a longer time. */
const [NEAR_DAYS, FAR_DAYS] = [35, 400]
/** How far ahead gaps are shown. */
export const GAPS_AHEAD_DAYS = 30

export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)

/** One schedule, or any. */
const isOne = (id: number | null): Sql => sql`(${id}::bigint is null or s.id = ${id}::bigint)`

const isShown = (reach: Reach, id: number | null): Sql => sql`${isOne(id)} and ${areSeenBy(reach)}`

/** People with a disabled account are not on call from now on. */
export async function unavailableAt(db: Queryable, now: Date): Promise<Unavailable> {
  return { user_ids: await listDisabled(db), since: now }
}

/**
 * Finds the people who are on call at this moment, in one schedule or in all, each once; of a site, in its schedules and
 * those of the whole installation. Looks at no other moment, so that it costs little in the transaction of a reading.
 */
export async function findHolders(
  db: Queryable,
  at: Date,
  scheduleId: number | null = null,
  siteId?: number | null,
): Promise<number[]> {
  const isMeant = siteId === undefined ? isOne(scheduleId) : sql`${isOne(scheduleId)} and ${isOfSite(siteId)}`
  const all = await holdersOf(db, isMeant, at)
  return [...new Set(all.flatMap(({ user_ids }) => user_ids))]
}

/** The people on call at this moment in each schedule of a site, or of the whole installation, by name. */
export const listHolders = (db: Queryable, reach: Reach, at: Date, siteId: number | null): Promise<Holders[]> =>
  holdersOf(db, sql`${isShown(reach, null)} and ${isOfSite(siteId)}`, at)

interface Holders {
  schedule: NamedSchedule
  user_ids: number[]
}

const isOfSite = (siteId: number | null): Sql => sql`(s.site_id is null or s.site_id = ${siteId}::integer)`

async function holdersOf(db: Queryable, isMeant: Sql, at: Date): Promise<Holders[]> {
  const moment = { from: at, to: new Date(at.getTime() + 1) }
  const plans = await readPlans(db, isMeant, moment)
  const unavailable = await unavailableAt(db, at)
  return plans.map((plan) => ({
    schedule: { id: plan.id, name: plan.name },
    user_ids: [...new Set(finalSchedule(plan, moment, unavailable).flatMap(({ user_id }) => user_id ?? []))],
  }))
}

export interface ShiftTime {
  from: Date
  /** Null: nothing changes within a year. */
  to: Date | null
  user: PersonOnCall
}

/** The person on call and the next one, in each schedule by name. */
export interface ScheduleOnCall {
  schedule: NamedSchedule
  now: ShiftTime | null
  next: ShiftTime | null
}

export async function listOnCall(
  db: Queryable,
  reach: Reach,
  at: Date,
  scheduleId: number | null = null,
): Promise<ScheduleOnCall[]> {
  const near = { from: daysAfter(at, -NEAR_DAYS), to: daysAfter(at, NEAR_DAYS) }
  const unavailable = await unavailableAt(db, at)
  const plans = await readPlans(db, isShown(reach, scheduleId), near)
  const found = plans.map((plan) => ({ plan, ...nowAndNext(finalSchedule(plan, near, unavailable), at, near.to) }))
  for (const one of found) {
    if (one.next !== null && one.next.to !== null) continue
    const far = { from: near.from, to: daysAfter(at, FAR_DAYS) }
    const [plan] = await readPlans(db, isOne(one.plan.id), far)
    if (plan !== undefined) Object.assign(one, nowAndNext(finalSchedule(plan, far, unavailable), at, far.to))
  }
  const ids = found.flatMap(({ now, next }) => [now?.user_id ?? [], next?.user_id ?? []].flat())
  const people = await findPeople(db, reach, [...new Set(ids)])
  const timeOf = (one: Held | null): ShiftTime | null =>
    one === null ? null : { from: one.from, to: one.to, user: personOf(people, one.user_id) }
  return found.map(({ plan, now, next }) => ({
    schedule: { id: plan.id, name: plan.name },
    now: timeOf(now),
    next: timeOf(next),
  }))
}

interface Held {
  from: Date
  to: Date | null
  user_id: number
}

/** Without a time to end for what lasts to the horizon. */
function nowAndNext(stretches: readonly Stretch[], at: Date, horizon: Date): { now: Held | null; next: Held | null } {
  const held = byPerson(stretches).flatMap(({ from, to, user_id }) =>
    user_id === null ? [] : [{ from, to: to < horizon ? to : null, user_id }],
  )
  const now = held.find(({ from, to }) => from <= at && (to === null || to > at)) ?? null
  return { now, next: held.find(({ from }) => from > at) ?? null }
}

interface FinalEntry extends Window {
  /** Null: a gap. */
  user: PersonOnCall | null
  /** The layer that decides, counted from 0; null for overrides and gaps. */
  layer: number | null
  override_id: number | null
}

/** Finds who is on call in a window, as it is known now. Null if there is no such schedule. */
export async function readFinal(
  db: Queryable,
  reach: Reach,
  id: number,
  window: Window,
  now: Date,
): Promise<FinalEntry[] | null> {
  const [plan] = await readPlans(db, isShown(reach, id), window)
  if (plan === undefined) return null
  const stretches = finalSchedule(plan, window, await unavailableAt(db, now))
  const people = await findPeople(db, reach, [...new Set(stretches.flatMap(({ user_id }) => user_id ?? []))])
  return stretches.map(({ from, to, user_id, source }) => ({
    ...{ from, to },
    user: user_id === null ? null : personOf(people, user_id),
    layer: source !== null && 'shift' in source ? source.layer : null,
    override_id: source !== null && 'override' in source ? source.override.id : null,
  }))
}

/** Somebody whose account is gone keeps a place in the past; so does somebody of other sites, without the name. */
export const personOf = (people: ReadonlyMap<number, PersonOnCall>, id: number): PersonOnCall => ({
  id,
  name: people.get(id)?.name ?? `#${id}`,
})

/** A stretch in which nobody can be notified, with the person whose shift it would be. */
export interface NamedGap extends Window {
  user: PersonOnCall | null
  cause: GapCause
}

export interface ScheduleGaps {
  schedule: NamedSchedule
  gaps: NamedGap[]
}

/** Gaps of the coming `days`, in one schedule or in each by name. */
export async function listGaps(
  db: Queryable,
  reach: Reach,
  now: Date,
  days: number,
  scheduleId: number | null = null,
): Promise<ScheduleGaps[]> {
  const window = { from: now, to: daysAfter(now, days) }
  const [unavailable, reachable] = [await unavailableAt(db, now), await listReachable(db)]
  const plans = await readPlans(db, isShown(reach, scheduleId), window)
  const found = plans.map((plan) => ({ plan, gaps: gapsOf(plan, window, unavailable, reachable) }))
  const ids = found.flatMap(({ gaps }) => gaps.flatMap(({ user_id }) => user_id ?? []))
  const people = await findPeople(db, reach, [...new Set(ids)])
  return found.map(({ plan: { id, name }, gaps }) => ({
    schedule: { id, name },
    gaps: gaps.map(({ user_id, ...gap }) => ({ ...gap, user: user_id === null ? null : personOf(people, user_id) })),
  }))
}

/** Finds who is on call now and next in each schedule, with the gaps of the coming days. */
export async function listOnCallAndGaps(
  db: Queryable,
  reach: Reach,
  now: Date,
): Promise<(ScheduleOnCall & ScheduleGaps)[]> {
  const found = await listGaps(db, reach, now, GAPS_AHEAD_DAYS)
  const gapsById = new Map(found.map(({ schedule, gaps }) => [schedule.id, gaps]))
  return (await listOnCall(db, reach, now)).map((one) => ({ ...one, gaps: gapsById.get(one.schedule.id) ?? [] }))
}

export interface ScheduleOfPerson {
  schedule: NamedSchedule
  isOnCallNow: boolean
  /** The first stretch that would have nobody without this person; null if somebody else stands in. */
  gap: Window | null
}

/** Schedules in which a person is on call within `days`, and what would become of them without that person. */
export async function schedulesOf(
  db: Queryable,
  reach: Reach,
  userId: number,
  now: Date,
  days = 90,
): Promise<ScheduleOfPerson[]> {
  const window = { from: now, to: daysAfter(now, days) }
  const unavailable = await unavailableAt(db, now)
  const without = { user_ids: new Set([...unavailable.user_ids, userId]), since: now }
  const plans = await readPlans(db, areSeenBy(reach), window)
  return plans.flatMap((plan) => {
    const shifts = finalSchedule(plan, window, unavailable).filter(({ user_id }) => user_id === userId)
    if (shifts.length === 0) return []
    const gap = gapsIn(finalSchedule(plan, window, without)).find(({ from, to }) =>
      shifts.some((shift) => shift.from < to && shift.to > from),
    )
    const isOnCallNow = shifts[0]!.from <= now
    return [{ schedule: { id: plan.id, name: plan.name }, isOnCallNow, gap: gap ?? null }]
  })
}
