import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { ContactKind } from '../contact-methods/channels/channels.ts'
import { planMessages } from '../contact-methods/notification-preferences.ts'
import { ROLES, type Role } from '../reach/role.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import { policyFor, roundsFor } from './policy.ts'
import { listAllPolicies } from './policy-store.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import { firstStep, stepAfter } from './run.ts'

/** An incident that has not happened. */
interface Emergency {
  site_id: number | null
  severity: Severity
  module: Module | null
  tags: readonly string[]
  rule_key: string | null
  at: Date
}

/** A person of a step, and the notifications that would be sent. */
export interface PlannedPerson {
  user: { id: number; name: string }
  /** Labels of the methods, with the time of the message; later than the step in quiet hours. */
  messages: { label: string; kind: ContactKind; at: Date; held: boolean }[]
  /** Why they would hear nothing. */
  why_not: 'no_method' | 'min_severity' | null
}

export interface PlannedStep {
  at: Date
  people: PlannedPerson[]
}

/** The course of an escalation that nobody answers. */
export interface PlannedEscalation {
  policy: { id: number; name: string } | null
  rounds: number
  /** Steps of the first round. */
  steps: PlannedStep[]
  /** When the last round would be given up. */
  given_up_at: Date | null
  /** Whether anybody at all would be sent a message. */
  reaches_anybody: boolean
}

/** Plays the escalation of an emergency through, with those who would be on call then. Writes nothing. */
export async function rehearseEscalation(db: Queryable, emergency: Emergency): Promise<PlannedEscalation> {
  const policy = policyFor(await listAllPolicies(db), emergency)
  const rounds = policy === null ? 0 : roundsFor(policy, emergency.severity)
  if (policy === null || rounds === 0) {
    return { policy, rounds, steps: [], given_up_at: null, reaches_anybody: false }
  }
  const steps: PlannedStep[] = []
  let place = firstStep(policy, emergency.severity, emergency.at)!
  while (place.round === 0) {
    const at = place.next_at
    const people = await findRecipients(db, emergency.site_id, policy.steps[place.step]!.targets, at)
    const methods = await listMethodNames(db, people)
    const planned = people.map((person) => plannedPerson(person, methods, emergency.severity, at))
    steps.push({ at, people: planned })
    place = stepAfter({ policy, ...place }, !planned.some(isReached), at)
  }
  const [first, last] = [steps[0]!.at, steps.at(-1)!.at]
  const roundS = (place.next_at.getTime() - first.getTime()) / 1_000
  const reaches_anybody = steps.some(({ people }) => people.some(isReached))
  const given_up_at = reaches_anybody ? secondsAfter(first, rounds * roundS) : last
  return { policy: { id: policy.id, name: policy.name }, rounds, steps, given_up_at, reaches_anybody }
}

const isReached = ({ messages }: PlannedPerson): boolean => messages.length > 0

type MethodNames = Map<number, { label: string; kind: ContactKind }>

function plannedPerson(person: Recipient, methods: MethodNames, severity: Severity, at: Date): PlannedPerson {
  const planned = planMessages(person.preferences, person.method_ids, severity, at)
  return {
    user: { id: person.id, name: person.name },
    messages: planned.map(({ method_id, due_at, held }) => ({ ...methods.get(method_id)!, at: due_at, held })),
    why_not: planned.length > 0 ? null : person.method_ids.length === 0 ? 'no_method' : 'min_severity',
  }
}

async function listMethodNames(db: Queryable, people: readonly Recipient[]): Promise<MethodNames> {
  const ids = people.flatMap(({ method_ids }) => method_ids)
  const rows = await db.query<{ id: number; label: string; kind: ContactKind }>(sql`
    select id, label, kind from contact_methods where id = any (${ids}::integer[])`)
  return new Map(rows.map(({ id, label, kind }) => [id, { label, kind }]))
}

/** A person and whether they can be reached. */
export interface ReadyPerson {
  id: number
  name: string
  /** The highest anywhere; null without any. */
  role: Role | null
  verified: number
  broken: number
  /** Last time that a service accepted a message for them. */
  last_ok_at: Date | null
}

export function listReadyPeople(db: Queryable): Promise<ReadyPerson[]> {
  const highest = sql`(
    select given.role
    from unnest(${ROLES}::text[]) with ordinality as given (role, place)
    where given.role = u.role or exists (
      select from site_members as own where own.user_id = u.id and own.role = given.role
    )
    order by given.place
    limit 1
  )`
  return db.query<ReadyPerson>(sql`
    select
      u.id, u.name, ${highest} as role, count(*) filter (where m.state = 'verified')::integer as verified,
      count(*) filter (where m.state = 'broken')::integer as broken, max(m.last_ok_at) as last_ok_at
    from users as u
    left join contact_methods as m on m.user_id = u.id
    where u.enabled and (u.role is not null or not exists (select from family_devices as f where f.user_id = u.id)
      or exists (select from site_members as own where own.user_id = u.id))
    group by u.id
    order by u.id`)
}
