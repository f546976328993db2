import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField, notFound } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { DEFAULT_PLAN, type EscalationPolicy, EVERYTHING, type PolicyStep } from './policy.ts'
import type { NewPolicy, PolicyChanges } from './policy-shapes.ts'
import { deletePolicy, insertPolicy, lockPolicies, lockPolicy, savePositions, updatePolicy } from './policy-store.ts'

const MOST_POLICIES = 100

/** Throws 400 for targets that do not exist, 409 if there are too many policies. */
export async function createPolicy(db: Database, body: NewPolicy, by: ChangeBy, now: Date): Promise<EscalationPolicy> {
  return db.transaction(async (tx) => {
    const policies = await lockPolicies(tx)
    if (policies.length >= MOST_POLICIES) throw conflict('policies_most', MOST_POLICIES)
    await checkTargets(tx, body.steps)
    const { rounds, warning_rounds } = DEFAULT_PLAN
    const { position = policies.length, ...given } = body
    const scope = { ...EVERYTHING, ...body.scope }
    const created = await insertPolicy(tx, { rounds, warning_rounds, ...given, scope, position }, now)
    await place(tx, [...policies, created], created.id, position)
    const policy = (await lockPolicy(tx, created.id))!
    const subject = { type: 'escalation_policy', id: policy.id, name: policy.name }
    await recordChange(tx, by, { action: 'escalation_policy.created', subject, before: null, after: policy }, now)
    return policy
  })
}

/** Later runs follow the change; those under way keep what they began with. Throws 400, 404 and 409. */
export async function changePolicy(
  db: Database,
  id: number,
  { version, position, ...changes }: PolicyChanges,
  by: ChangeBy,
  now: Date,
): Promise<EscalationPolicy> {
  return db.transaction(async (tx) => {
    const policies = await lockPolicies(tx)
    const before = policies.find((policy) => policy.id === id)
    if (before === undefined) throw notFound('Escalation policy')
    if (version !== undefined && version !== before.version) throw conflict('policy_behind', before.version)
    if (before.is_last && changes.scope !== undefined) throw invalidField('/scope', 'policy_last')
    if (before.is_last && position !== undefined) throw invalidField('/position', 'policy_last')
    if (changes.steps !== undefined) await checkTargets(tx, changes.steps)
    const scope = changes.scope === undefined ? before.scope : { ...EVERYTHING, ...changes.scope }
    await updatePolicy(tx, { ...before, ...changes, scope }, now)
    if (position !== undefined) await place(tx, policies, id, position)
    const after = (await lockPolicy(tx, id))!
    const subject = { type: 'escalation_policy', id, name: after.name }
    await recordChange(tx, by, { action: 'escalation_policy.changed', subject, before, after }, now)
    return after
  })
}

/** Runs under way keep what they began with. Throws 404, and 409 for the last one. */
export async function removePolicy(db: Database, id: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockPolicy(tx, id)
    if (before === null) throw notFound('Escalation policy')
    if (before.is_last) throw conflict('policy_last')
    await deletePolicy(tx, id)
    const subject = { type: 'escalation_policy', id, name: before.name }
    await recordChange(tx, by, { action: 'escalation_policy.deleted', subject, before, after: null }, now)
  })
}

/** Puts one policy at a position, counted from 1, and numbers the others around it. */
async function place(
  tx: Queryable,
  policies: readonly EscalationPolicy[],
  id: number,
  position: number,
): Promise<void> {
  const others = policies.filter((policy) => !policy.is_last && policy.id !== id).map((policy) => policy.id)
  await savePositions(tx, others.toSpliced(position - 1, 0, id))
}

async function checkTargets(tx: Queryable, steps: readonly PolicyStep[]): Promise<void> {
  for (const [place, { targets }] of steps.entries()) {
    for (const [index, target] of targets.entries()) {
      const field = `/steps/${place}/targets/${index}`
      if (target.type === 'role' && target.role === undefined) throw invalidField(`${field}/role`, 'missing', 'role')
      if (target.type !== 'user' && target.type !== 'schedule') continue
      if (target.id === undefined) throw invalidField(`${field}/id`, 'missing', 'id')
      const found =
        target.type === 'user'
          ? await tx.query(sql`select from users where id = ${target.id} and enabled for key share`)
          : await tx.query(sql`select from schedules where id = ${target.id} for key share`)
      if (found.length === 0) throw invalidField(`${field}/id`, target.type === 'user' ? 'no_person' : 'no_schedule')
    }
  }
}
