import { listReachable } from '../../core/contact-methods/contact-method-store.ts'
import { finalSchedule, type Plan, type Stretch } from '../../core/on-call/final-schedule.ts'
import { gapsOf, type ScheduleGap } from '../../core/on-call/gaps.ts'
import { listPeople } from '../../core/on-call/people-store.ts'
import { listOnCall, type ScheduleOnCall, unavailableAt } from '../../core/on-call/read-on-call.ts'
import { areSeenBy, readPlans } from '../../core/on-call/schedule-store.ts'
import type { SiteName } from '../../core/reach/site-name.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Reader } from '../frame/page/reader.ts'
import { type ShownStrip, stripWindow } from './schedule-strip.ts'

/** A schedule as pages show it: who is on call now and next, and the four weeks of its strip. */
export interface ShownSchedule extends ScheduleOnCall, ShownStrip {
  schedule: ScheduleOnCall['schedule']
  site_id: number | null
  site: SiteName | null
  stretches: Stretch[]
  /** Gaps of these four weeks. */
  gaps: ScheduleGap[]
}

export interface ShownSchedules {
  schedules: ShownSchedule[]
  /** Names of everybody whom the reader may know. */
  names: ReadonlyMap<number, string>
}

/** One schedule, or all by name. */
export async function readSchedules(
  db: Queryable,
  { now, format, reach, listed }: Pick<Reader, 'now' | 'format' | 'reach' | 'listed'>,
  id: number | null = null,
): Promise<ShownSchedules> {
  const shown = id === null ? listed : reach
  const window = stripWindow(now, format.zone)
  const [entries, plans, people, unavailable, reachable] = await Promise.all([
    listOnCall(db, shown, now, id),
    readPlans(db, areSeenBy(shown), window),
    listPeople(db, reach),
    unavailableAt(db, now),
    listReachable(db),
  ])
  const planOf = new Map(plans.map((plan) => [plan.id, plan]))
  const schedules = entries.flatMap((entry) => {
    const plan = planOf.get(entry.schedule.id)
    if (plan === undefined) return []
    const stretches = finalSchedule(plan, window, unavailable)
    const gaps = gapsOf(plan, window, unavailable, reachable)
    const { site_id, site } = plan
    return [{ ...entry, site_id, site, stretches, people: peopleOf(plan), gaps, reachable }]
  })
  return { schedules, names: new Map(people.map((person) => [person.id, person.name])) }
}

const peopleOf = ({ versions }: Plan): number[] =>
  versions.flatMap(({ layers }) => layers).flatMap(({ people }) => people)
