import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database, InCell, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField, type RequestError, tooManyRequests } from '../../platform/errors.ts'
import type { ChangeBy } from '../audit-log/record-change.ts'
import { inCellOfIncident } from '../cells/find-cell.ts'
import type { NotificationFacts } from '../contact-methods/messages/notification-facts.ts'
import { queueNotifications } from '../contact-methods/outbox/queue-notifications.ts'
import { type Called, findCalled, findNextStep } from '../escalation/find-called.ts'
import { factsOfIncident } from '../escalation/incident-facts.ts'
import { findPeople, type Recipient } from '../escalation/recipients.ts'
import { type EscalatedIncident, lockEscalatedIncident } from '../escalation/run-store.ts'
import type { CalledTo, CallFacts } from '../incidents/timeline-texts.ts'
import { findSchedule } from '../on-call/schedule-store.ts'
import { isKnownTo } from '../people/known-people.ts'
import type { Reach } from '../reach/reach.ts'
import { requireRole } from '../reach/require-role.ts'
import { recordResponse } from './record-response.ts'

/** Longer notes would not be read on a phone at night. */
export const CALL_NOTE_CHARACTERS = 500
/** A second tap is no second call. */
const SAME_CALL_S = 10
const WINDOW_S = 600
/** Calls within ten minutes, so that a broken script does not keep everybody awake. */
const MOST_CALLS_OF_INCIDENT = 10
const MOST_CALLS_OF_PERSON = 20

export type CallTarget = { type: 'next_step' } | { type: 'schedule' | 'user'; id: number }

export interface Call {
  to: CallTarget
  note: string | null
}

/**
 * Notifies people of an active incident by hand, like a step of an escalation, whoever has acknowledged it: the next step
 * of its policy, who is on call in a schedule, or one person. Its acknowledgement and its escalation go on as they are; no
 * silence holds it. The same call by the same person within ten seconds changes nothing. Throws 404, 403, 400 for people
 * and schedules out of reach, 409 if it is resolved or nobody can be notified, and 429.
 */
export async function callForHelp(
  db: Database,
  incidentId: number,
  { to, note }: Call,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfIncident(db, incidentId)
  await cell.transaction(async (tx) => {
    const incident = await lockActiveIncident(tx, by.reach, incidentId)
    const lately = await listCallsOf(tx, incidentId, now)
    if (lately.some((call) => isSame(call, to, note, by, now))) return
    await refuseTooMany(tx, lately, by, now)
    const { calledTo, ...called } = await findTarget(tx, incident, to, by, now)
    const call = { ...callOf(called), to: calledTo, note }
    const says = { code: 'called', ...call } as const
    const response = { kind: 'called', says, action: 'incident.called', before: null, after: call } as const
    const entry_id = await recordResponse(tx, incident, by, response, now)
    const about = { incident: factsOfIncident(incident), by: await nameOf(tx, by), by_id: by.actor?.id ?? null }
    await notifyCalled(tx, incident, called, { reason: 'call', ...about, note, entry_id }, now)
  })
}

/** The people who are notified, and why others are not, by name. */
function callOf({ planned, unreachable, uninterested }: Called): Omit<CallFacts, 'to' | 'note'> {
  const { held = [], notified = [] } = Object.groupBy(planned, ({ messages }) =>
    messages.every(({ held }) => held) ? 'held' : 'notified',
  )
  return {
    notified: namesOf(notified.map(({ person }) => person)),
    held: namesOf(held.map(({ person }) => person)),
    unreachable: namesOf(unreachable),
    uninterested: namesOf(uninterested),
  }
}

/** Queues what a person sends to others about an incident by hand. */
export async function notifyCalled(
  tx: InCell,
  { incident_id, severity }: EscalatedIncident,
  { planned }: Called,
  facts: Extract<NotificationFacts, { reason: 'call' | 'assigned' }>,
  now: Date,
): Promise<void> {
  const notifications = planned.flatMap(({ person, messages }) =>
    messages.map(({ method_id, due_at, held }) => ({
      ...{ run_id: null, incident_id, user_id: person.id, method_id, severity, facts, due_at, held },
      dedupe_key: `${facts.reason} ${facts.entry_id}:${person.id}:${method_id}`,
    })),
  )
  await queueNotifications(tx, notifications, now)
}

/**
 * Somebody who may not act never waits for the incident, nor delays others. Throws 404, 403, and 409 if it is resolved.
 */
export async function lockActiveIncident(tx: InCell, reach: Reach, incidentId: number): Promise<EscalatedIncident> {
  const [place] = await tx.query<{ site_id: number | null }>(sql`
    select site_id from incidents where incident_id = ${incidentId}::bigint`)
  requireRole(reach, 'operator', 'Incident', place)
  const incident = requireRole(reach, 'operator', 'Incident', await lockEscalatedIncident(tx, incidentId))
  if (incident.status === 'resolved') throw conflict('incident_resolved')
  return incident
}

/** The name with which messages call whoever changes something. */
export async function nameOf(tx: Queryable, { actor }: ChangeBy): Promise<string> {
  const [person] = actor === null ? [] : await findPeople(tx, [actor.id])
  return person?.name ?? actor?.email ?? 'Tocsin'
}

const namesOf = (people: readonly Recipient[]): string[] => people.map(({ name }) => name)

interface EarlierCall {
  at: Date
  user_id: number | null
  type: CallTarget['type']
  id: number | null
  note: string | null
}

/** The newest first. */
const listCallsOf = (tx: Queryable, incidentId: number, now: Date): Promise<EarlierCall[]> =>
  tx.query<EarlierCall>(sql`
    select
      at, user_id, facts -> 'to' ->> 'type' as type, (facts -> 'to' ->> 'id')::integer as id, facts ->> 'note' as note
    from incident_timeline
    where incident_id = ${incidentId}::bigint and kind = 'called' and at > ${secondsAfter(now, -WINDOW_S)}
    order by entry_id desc
    limit ${MOST_CALLS_OF_INCIDENT}`)

function isSame(call: EarlierCall, to: CallTarget, note: string | null, { actor }: ChangeBy, now: Date): boolean {
  const id = 'id' in to ? to.id : null
  const isRecent = call.at > secondsAfter(now, -SAME_CALL_S)
  return (
    isRecent && call.user_id === (actor?.id ?? null) && call.type === to.type && call.id === id && call.note === note
  )
}

async function refuseTooMany(
  tx: Queryable,
  ofIncident: readonly EarlierCall[],
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const waitS = (oldest: Date) => (secondsAfter(oldest, WINDOW_S).getTime() - now.getTime()) / 1_000
  const first = ofIncident[MOST_CALLS_OF_INCIDENT - 1]
  if (first !== undefined) throw tooManyRequests(waitS(first.at), 'calls_of_incident', MOST_CALLS_OF_INCIDENT)
  // One after the other, or calls at the same time for several incidents would not count one another.
  if (by.actor !== null) await tx.query(sql`select from users where id = ${by.actor.id} for no key update`)
  const [own] = await tx.query<{ at: Date }>(sql`
    select at
    from audit_entries
    where action = 'incident.called' and actor_id is not distinct from ${by.actor?.id ?? null}::integer
      and at > ${secondsAfter(now, -WINDOW_S)}
    order by id desc
    offset ${MOST_CALLS_OF_PERSON - 1}
    limit 1`)
  if (own !== undefined) throw tooManyRequests(waitS(own.at), 'calls_of_person', MOST_CALLS_OF_PERSON)
}

/** The people behind a target. Throws 400 for what is out of reach, and 409 if nobody of them can be notified. */
async function findTarget(
  tx: Queryable,
  incident: EscalatedIncident,
  to: CallTarget,
  by: ChangeBy,
  now: Date,
): Promise<Called & { calledTo: CalledTo }> {
  const callerId = by.actor?.id ?? null
  if (to.type === 'next_step') {
    const found = await findNextStep(tx, incident, callerId, now)
    if (found === null) throw conflict('no_step_to_call')
    const { step, steps, policy, ...called } = found
    return { ...called, calledTo: { type: 'next_step', step, steps, policy } }
  }
  const { id, type } = to
  if (type === 'user' && id === callerId) throw invalidField('/to/id', 'call_of_oneself')
  const called = await findCalled(tx, incident, [{ type, id }], callerId, now)
  if (type === 'schedule') {
    const schedule = await findSchedule(tx, by.reach, id)
    const isOfSite = schedule !== null && (schedule.site_id === null || schedule.site_id === incident.site_id)
    if (!isOfSite) throw invalidField('/to/id', 'no_schedule')
    const { name } = schedule
    return { ...withAnybody(called, () => conflict('nobody_else_on_call', name)), calledTo: { type, id, name } }
  }
  const isKnown = await isKnownTo(tx, by.reach, id)
  const unknown = () => invalidField('/to/id', 'no_person')
  if (!isKnown) throw unknown()
  return { ...withAnybody(called, unknown), calledTo: { type, id } }
}

/** Throws why nobody of them can be notified; `none`: there is nobody. */
function withAnybody(called: Called, none: () => RequestError): Called {
  const { planned, unreachable, uninterested } = called
  if (planned.length > 0) return called
  if (unreachable.length > 0) throw conflict('call_unreachable', namesOf(unreachable).join(', '))
  if (uninterested.length > 0) throw conflict('call_uninterested', namesOf(uninterested).join(', '))
  throw none()
}
