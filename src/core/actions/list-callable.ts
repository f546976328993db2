import type { Queryable } from '../../platform/database/database.ts'
import { type CalledStep, findNextStep, plannedFor } from '../escalation/find-called.ts'
import { findReachingPeople } from '../escalation/recipients.ts'
import { findEscalatedIncident } from '../escalation/run-store.ts'
import { listHolders } from '../on-call/read-on-call.ts'
import type { NamedSchedule } from '../on-call/schedule.ts'
import type { Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'

/** The people that somebody can call for help now: only those who can be notified, by name. */
export interface Callable {
  next_step: (CalledStep & { people: string[] }) | null
  schedules: (NamedSchedule & { people: string[] })[]
  people: { id: number; name: string }[]
}

export async function listCallable(
  db: Queryable,
  reach: Reach,
  incidentId: ReachedId<'incident'>,
  callerId: number,
  now: Date,
): Promise<Callable> {
  const incident = await findEscalatedIncident(db, incidentId)
  const reaching = await findReachingPeople(db, reach, incident.site_id)
  const { planned } = plannedFor(
    reaching.filter(({ id }) => id !== callerId),
    incident.severity,
    now,
  )
  const people = planned.map(({ person: { id, name } }) => ({ id, name }))
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  const holders = await listHolders(db, reach, now, incident.site_id)
  const schedules = holders.map(({ schedule, user_ids }) => ({
    ...schedule,
    people: user_ids.flatMap((id) => nameOf.get(id) ?? []),
  }))
  const next = await findNextStep(db, incident, callerId, now)
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  return {
    next_step: next && {
      ...{ step: next.step, steps: next.steps, policy: next.policy },
      people: next.planned.map(({ person }) => person.name),
    },
    schedules: schedules.filter(({ people }) => people.length > 0),
    people: people.toSorted(byName),
  }
}
