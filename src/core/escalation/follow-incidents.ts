import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import type { AlertFacts, NotificationFacts } from '../contact-methods/messages/notification-facts.ts'
import { timeFor } from '../contact-methods/notification-preferences.ts'
import { cancelNotifications } from '../contact-methods/outbox/cancel-notifications.ts'
import { type NewNotification, queueNotifications } from '../contact-methods/outbox/queue-notifications.ts'
import { factsOfIncident } from './incident-facts.ts'
import { findPeople, findPeopleOf, type Recipient } from './recipients.ts'
import { followIncident, type Run } from './run.ts'
import { type EscalatedIncident, endRun, lockEscalatedIncident, lockRuns, pauseRun, raiseRun } from './run-store.ts'
import { insertRunsOf, startMissedRuns } from './start-runs.ts'
import { takeSteps } from './take-steps.ts'

/** Between two updates about one incident to one person. */
const UPDATE_EVERY_S = 15 * 60

type Follow = { run: Run; incident: EscalatedIncident }
/** Null: it has never been escalated. */
type Told = { run: Run | null; incident: EscalatedIncident }

/**
 * Brings the escalations of these incidents up to what has happened to them: in the transaction of the change, so that
 * nothing is sent any more once an answer is on disk. `news` are alerts that joined, by incident.
 */
export async function followIncidents(
  tx: InCell,
  incidentIds: readonly number[],
  news: ReadonlyMap<number, AlertFacts[]>,
  now: Date,
): Promise<void> {
  const follows = await lockRuns(tx, incidentIds)
  const followed = new Set(follows.map(({ incident }) => incident.incident_id))
  const others = incidentIds.filter((id) => !followed.has(id))
  await startMissedRuns(tx, others, now)
  await announceUnfollowed(tx, others, now)
  for (const follow of follows) {
    const { run, incident } = follow
    const alerts = news.get(incident.incident_id) ?? []
    const change = followIncident(run, incident)
    if (change.kind === 'end') {
      await cancelNotifications(tx, [run.id], now)
      await endRun(tx, run.id, change.state, now)
      await announceEnd(tx, follow, change.state, now)
    } else if (change.kind === 'restart') {
      // That somebody has it, or that it is over, is not true any more.
      if (run.state === 'acknowledged' || run.state === 'resolved') await cancelNotifications(tx, [run.id], now)
      await insertRunsOf(tx, [incident], now)
    } else if (change.kind === 'rise' && run.state === 'paused') {
      // The silence may not cover it any more.
      await raiseRun(tx, run.id, incident.severity)
      await pauseRun(tx, run.id, now)
    } else if (change.kind === 'rise') {
      await raiseRun(tx, run.id, incident.severity)
      await update(tx, follow, alerts, true, now)
      await retakeStep(tx, { run: { ...run, severity: incident.severity }, incident }, now)
    } else if (change.kind === 'alarm') {
      await raiseRun(tx, run.id, incident.severity)
      await alarm(tx, follow, alerts, now)
    } else if (alerts.length > 0 && run.state === 'active') {
      await update(tx, follow, alerts, false, now)
    }
  }
}

/** Whoever was notified hears who has it, or that it is over; not the person who did it. */
async function announceEnd(
  tx: InCell,
  { run, incident }: Follow,
  state: 'acknowledged' | 'resolved' | 'merged',
  now: Date,
): Promise<void> {
  if (state === 'merged') return
  const reached = await listReached(tx, run)
  if (state === 'acknowledged') {
    const { acknowledged_by, snoozed_until } = incident
    const by = (await nameOf(tx, acknowledged_by)) ?? 'Tocsin'
    const until = snoozed_until?.toISOString() ?? null
    const facts = { reason: 'acknowledged', incident: factsOfIncident(incident), by, until } as const
    // It does not call off a call, nor does news of it replace the message.
    await notify(tx, { run, incident }, exceptFor(acknowledged_by, reached), facts, now)
  } else
    await announceResolved(tx, { run, incident }, [...reached, ...(await listCalled(tx, [incident.incident_id]))], now)
}

async function announceResolved(
  tx: InCell,
  follow: Told,
  methods: readonly { user_id: number; method_id: number }[],
  now: Date,
): Promise<void> {
  const { resolved_by } = follow.incident
  const by = await nameOf(tx, resolved_by)
  const incident = factsOfIncident(follow.incident)
  const facts = { reason: 'resolved', incident, by, resolved_at: now.toISOString() } as const
  await notify(tx, follow, exceptFor(resolved_by, distinct(methods)), facts, now)
}

/** Tells those who were called to an incident that it is over, also if it has never been escalated. */
async function announceUnfollowed(tx: InCell, incidentIds: readonly number[], now: Date): Promise<void> {
  if (incidentIds.length === 0) return
  const called = await listCalled(tx, incidentIds)
  for (const [id, methods] of Map.groupBy(called, ({ incident_id }) => incident_id)) {
    const incident = (await lockEscalatedIncident(tx, id))!
    // Not once more for what is done to it later.
    const isResolvedNow = incident.status === 'resolved' && Number(incident.resolved_at) === Number(now)
    if (isResolvedNow && incident.resolution !== 'merged')
      await announceResolved(tx, { run: null, incident }, methods, now)
  }
}

const nameOf = async (tx: Queryable, userId: number | null): Promise<string | null> =>
  userId === null ? null : ((await findPeople(tx, [userId]))[0]?.name ?? null)

const exceptFor = <Method extends { user_id: number }>(userId: number | null, methods: readonly Method[]): Method[] =>
  methods.filter(({ user_id }) => user_id !== userId)

/** New alerts: to those who know of the incident, and not more often than every 15 minutes unless it became worse. */
async function update(
  tx: InCell,
  { run, incident }: Follow,
  alerts: readonly AlertFacts[],
  rose: boolean,
  now: Date,
): Promise<void> {
  const reached = await listReached(tx, run)
  const recent = secondsAfter(now, -UPDATE_EVERY_S)
  const facts = { reason: 'update' as const, incident: factsOfIncident(incident), alerts: [...alerts], rose }
  await notify(
    tx,
    { run, incident },
    reached.filter(({ last_at }) => rose || last_at <= recent),
    facts,
    now,
  )
}

/** The last step once more: people who only want to hear of the higher severity join. */
async function retakeStep(tx: InCell, { run, incident }: Follow, now: Date): Promise<void> {
  const step = run.step === 0 ? run.policy.steps.length - 1 : run.step - 1
  const round = run.step === 0 ? run.round - 1 : run.round
  if (round >= 0) await takeSteps(tx, [{ run, incident, round, step }], now)
}

/** Whoever acknowledged it, and the first step, are notified once that it is critical now. */
async function alarm(tx: InCell, { run, incident }: Follow, alerts: readonly AlertFacts[], now: Date): Promise<void> {
  const facts = { reason: 'update' as const, incident: factsOfIncident(incident), alerts: [...alerts], rose: true }
  const owner = incident.acknowledged_by === null ? [] : await findPeople(tx, [incident.acknowledged_by])
  const methods = owner.flatMap(({ id, method_ids }) => method_ids.map((method_id) => ({ user_id: id, method_id })))
  await notify(tx, { run, incident }, methods, facts, now)
  await takeSteps(tx, [{ run, incident, round: run.round + 1, step: 0 }], now)
}

const distinct = <Method extends { method_id: number }>(methods: readonly Method[]): Method[] => [
  ...new Map(methods.map((method) => [method.method_id, method])).values(),
]

/** Methods that have a message by which a person called, or assigned it to, their owner since it was opened. */
function listCalled(
  tx: Queryable,
  incidentIds: readonly number[],
): Promise<{ incident_id: number; user_id: number; method_id: number }[]> {
  return tx.query(sql`
    select distinct incident_id, user_id, method_id
    from notifications
    where incident_id = any (${[...incidentIds]}::bigint[]) and method_id is not null and facts ->> 'reason' in ('call', 'assigned')
      and state in ('sending', 'accepted', 'acted', 'merged')
    order by incident_id, user_id, method_id`)
}

/** Methods that have a message of this run, with the time of the last one. */
function listReached(tx: Queryable, run: Run): Promise<{ user_id: number; method_id: number; last_at: Date }[]> {
  return tx.query(sql`
    select user_id, method_id, max(created_at) as last_at
    from notifications
    where run_id = ${run.id} and method_id is not null and reason in ('step', 'update', 'digest')
      and state in ('sending', 'accepted', 'acted', 'merged')
    group by user_id, method_id
    order by user_id, method_id`)
}

async function notify(
  tx: InCell,
  { run, incident }: Told,
  methods: readonly { user_id: number; method_id: number }[],
  facts: NotificationFacts,
  now: Date,
): Promise<void> {
  if (methods.length === 0) return
  const people = await findPeopleOf(tx, incident.site_id, [...new Set(methods.map(({ user_id }) => user_id))])
  const byId = new Map(people.map((person): [number, Recipient] => [person.id, person]))
  const { incident_id, severity } = incident
  const notifications = methods.flatMap(({ user_id, method_id }): NewNotification[] => {
    const person = byId.get(user_id)
    if (person === undefined) return []
    // News is not worth waiting for: whoever is in quiet hours finds it on the page of the incident.
    const { held } = timeFor(person.preferences, severity, now)
    const message = { run_id: run?.id ?? null, incident_id, user_id, method_id, severity, facts, dedupe_key: null }
    return held ? [] : [{ ...message, due_at: now, held: false }]
  })
  await queueNotifications(tx, notifications, now)
}
