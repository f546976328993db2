import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { type PlannedMessage, planMessages } from '../contact-methods/notification-preferences.ts'
import { rank, type Severity } from '../vocabulary/severities.ts'
import { type EscalationPlan, policyFor } from './policy.ts'
import type { Target } from './policy-shapes.ts'
import { listAllPolicies } from './policy-store.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import type { EscalatedIncident } from './run-store.ts'

/** The people behind a target, and how they can be notified now. */
export interface Called {
  /** With their messages, some of which may wait for the end of quiet hours. */
  planned: { person: Recipient; messages: PlannedMessage[] }[]
  /** Without a verified contact method. */
  unreachable: Recipient[]
  /** People who want to hear only of higher severities. */
  uninterested: Recipient[]
}

/** A step of a policy, counted from 1. */
export interface CalledStep {
  step: number
  steps: number
  policy: string
}

/** Those who can be notified of an incident by hand, without the person who does it. */
export async function findCalled(
  tx: Queryable,
  { site_id, severity }: EscalatedIncident,
  targets: readonly Target[],
  callerId: number | null,
  now: Date,
): Promise<Called> {
  const people = (await findRecipients(tx, site_id, targets, now)).filter(({ id }) => id !== callerId)
  return plannedFor(people, severity, now)
}

/**
 * As for a step of an escalation. Of information nobody would be notified, so it counts as a warning: a person asks for
 * them. Pure.
 */
export function plannedFor(people: readonly Recipient[], severity: Severity, now: Date): Called {
  const least = rank(severity) < rank('warning') ? 'warning' : severity
  const all = people.map((person) => ({
    person,
    messages: planMessages(person.preferences, person.method_ids, least, now),
  }))
  const silent = all.filter(({ messages }) => messages.length === 0).map(({ person }) => person)
  return {
    planned: all.filter(({ messages }) => messages.length > 0),
    unreachable: silent.filter(({ method_ids }) => method_ids.length === 0),
    uninterested: silent.filter(({ method_ids }) => method_ids.length > 0),
  }
}

/**
 * The next step of its policy in which anybody can be notified, going round to the first one: after the last step that
 * the escalation has taken, or that a person has called. Null if nobody can be notified in any.
 */
export async function findNextStep(
  tx: Queryable,
  incident: EscalatedIncident,
  callerId: number | null,
  now: Date,
): Promise<(Called & CalledStep) | null> {
  const { plan, next } = await findPlace(tx, incident)
  const steps = plan.steps.length
  for (let ahead = 0; ahead < steps; ahead += 1) {
    const place = (next + ahead) % steps
    const called = await findCalled(tx, incident, plan.steps[place]!.targets, callerId, now)
    if (called.planned.length > 0) return { ...called, step: place + 1, steps, policy: plan.name }
  }
  return null
}

/** The policy of its last escalation, or else the one that fits it now; the next step is counted from 0. */
async function findPlace(tx: Queryable, incident: EscalatedIncident): Promise<{ plan: EscalationPlan; next: number }> {
  const { incident_id } = incident
  const [run] = await tx.query<{ policy: EscalationPlan; step: number; started_at: Date }>(sql`
    select policy, step, started_at
    from escalation_runs
    where incident_id = ${incident_id}::bigint
    order by id desc
    limit 1`)
  const plan = run?.policy ?? policyFor(await listAllPolicies(tx), incident)!
  const [last] = await tx.query<{ step: number }>(sql`
    select coalesce(facts ->> 'step', facts -> 'to' ->> 'step')::integer as step
    from incident_timeline
    where incident_id = ${incident_id}::bigint and at >= ${run?.started_at ?? incident.created_at} and (
      kind = 'escalated' and facts ->> 'code' = 'step'
      or kind = 'called' and facts -> 'to' ->> 'type' = 'next_step'
    )
    order by entry_id desc
    limit 1`)
  return { plan, next: (last?.step ?? run?.step ?? 0) % plan.steps.length }
}
