import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { areSeenBy } from '../on-call/schedule-store.ts'
import { visiblePeople } from '../people/known-people.ts'
import { ofSite, type Reach } from '../reach/reach.ts'
import { requireRoleIfShared } from '../reach/require-role.ts'
import { chooseSiteOrAll } from '../sites/site-choice.ts'
import { requireRoomFor } from '../sites/site-limits.ts'
import { DEFAULT_PLAN, type EscalationPolicy, EVERYTHING, type PolicyStep } from './policy.ts'
import type { NewPolicy, PolicyChanges } from './policy-shapes.ts'
import {
  deletePolicy,
  insertPolicy,
  listPolicies,
  lockPolicies,
  lockPolicy,
  savePositions,
  updatePolicy,
} from './policy-store.ts'

/** Throws 400 for targets that do not exist, 403, and 409 if there are too many policies. */
export async function createPolicy(db: Database, body: NewPolicy, by: ChangeBy, now: Date): Promise<EscalationPolicy> {
  return db.transaction(async (tx) => {
    const policies = await lockPolicies(tx)
    const { site_id: wanted, position: place, ...given } = body
    const site_id = await chooseSiteOrAll(tx, by.reach, 'admin', wanted)
    await requireRoomFor(tx, 'policies', site_id, now)
    await checkTargets(tx, ofSite(by.reach, site_id), body.steps)
    const { rounds, warning_rounds } = DEFAULT_PLAN
    const position = place ?? policies.filter((one) => one.site_id === site_id && !one.is_last).length + 1
    const scope = { ...EVERYTHING, ...body.scope }
    const created = await insertPolicy(tx, { rounds, warning_rounds, ...given, site_id, scope, position }, now)
    await move(tx, [...policies, created], created, position)
    const policy = (await lockPolicy(tx, created.id))!
    const subject = { type: 'escalation_policy', id: policy.id, name: policy.name, site_id: policy.site_id }
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
    const before = await getLocked(tx, by, id)
    if (version !== undefined && version !== before.version) throw conflict('policy_behind', before.version)
    if (before.is_last && changes.scope !== undefined) throw invalidField('/scope', 'policy_last')
    if (before.is_last && position !== undefined) throw invalidField('/position', 'policy_last')
    if (changes.steps !== undefined) await checkTargets(tx, ofSite(by.reach, before.site_id), changes.steps)
    const scope = changes.scope === undefined ? before.scope : { ...EVERYTHING, ...changes.scope }
    await updatePolicy(tx, { ...before, ...changes, scope }, now)
    if (position !== undefined) await move(tx, policies, before, position)
    const after = (await lockPolicy(tx, id))!
    const subject = { type: 'escalation_policy', id, name: after.name, site_id: after.site_id }
    await recordChange(tx, by, { action: 'escalation_policy.changed', subject, before, after }, now)
    return after
  })
}

/** Runs under way keep what they began with. Throws 404, and 409 for the last one. */
export async function removePolicy(db: Database, id: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getLocked(tx, by, id)
    if (before.is_last) throw conflict('policy_last')
    await deletePolicy(tx, id)
    const subject = { type: 'escalation_policy', id, name: before.name, site_id: before.site_id }
    await recordChange(tx, by, { action: 'escalation_policy.deleted', subject, before, after: null }, now)
  })
}

/** Throws 404, and 403 for a role that is too low. */
async function getLocked(tx: Queryable, { reach }: ChangeBy, id: number): Promise<EscalationPolicy> {
  const isSeen = (await listPolicies(tx, reach)).some((policy) => policy.id === id)
  return requireRoleIfShared(reach, 'admin', 'Escalation policy', isSeen ? await lockPolicy(tx, id) : null)
}

/** Puts one policy at a position among those of its site, counted from 1, and numbers the others around it. */
async function move(
  tx: Queryable,
  policies: readonly EscalationPolicy[],
  { id, site_id }: EscalationPolicy,
  position: number,
): Promise<void> {
  const others = policies
    .filter((policy) => policy.site_id === site_id && !policy.is_last && policy.id !== id)
    .map((policy) => policy.id)
  await savePositions(tx, others.toSpliced(position - 1, 0, id))
}

/** They must be in reach; who does not reach the site of an incident is not notified of it in any case. */
async function checkTargets(tx: Queryable, reach: Reach, steps: readonly PolicyStep[]): Promise<void> {
  for (const [place, { targets }] of steps.entries()) {
    for (const [index, target] of targets.entries()) {
      const field = `/steps/${place}/targets/${index}`
      if (target.type === 'role' && target.role === undefined) throw invalidField(`${field}/role`, 'missing', 'role')
      if (target.type !== 'user' && target.type !== 'schedule') continue
      if (target.id === undefined) throw invalidField(`${field}/id`, 'missing', 'id')
      const found =
        target.type === 'user'
          ? await tx.query(sql`
              select from users where id = ${target.id} and enabled and ${visiblePeople(reach, sql`id`)} for no key update`)
          : await tx.query(sql`
              select from schedules as s where id = ${target.id} and ${areSeenBy(reach)} for no key update`)
      if (found.length === 0) throw invalidField(`${field}/id`, target.type === 'user' ? 'no_person' : 'no_schedule')
    }
  }
}
