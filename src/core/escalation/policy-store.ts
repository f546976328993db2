import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Reach } from '../reach/reach.ts'
import { siteNameSql } from '../reach/site-name.ts'
import { hideForeignScope, isVisibleTo } from '../sites/shared-scope.ts'
import { DEFAULT_PLAN, type EscalationPlan, type EscalationPolicy, EVERYTHING, type PolicyScope } from './policy.ts'

const COLUMNS = sql`
  id, site_id, ${siteNameSql('escalation_policies.site_id')} as site, name, position, scope, is_last, rounds, warning_rounds, steps,
  version`
/** The position of the last policy, behind all others. */
const LAST_POSITION = 1_000_000

/** Those of each site before those of the installation, in the order in which they are tried. */
const ORDER = raw('order by site_id nulls last, is_last, position, id')

/** A condition: those of the installation are seen where there are devices that they are for. */
const areSeen = (reach: Reach): Sql =>
  isVisibleTo(reach, sql`coalesce(scope -> 'tags', '[]') = '[]'`, sql`coalesce(scope -> 'tags', '[]') ?| d.tags`)

/** All of them, in the order in which the service tries them. */
export const listAllPolicies = (db: Queryable): Promise<EscalationPolicy[]> =>
  db.query<EscalationPolicy>(sql`select ${COLUMNS} from escalation_policies ${ORDER}`)

/** Those that people see, in the same order. */
export async function listPolicies(db: Queryable, reach: Reach): Promise<EscalationPolicy[]> {
  const policies = await db.query<EscalationPolicy>(sql`
    select ${COLUMNS} from escalation_policies where ${areSeen(reach)} ${ORDER}`)
  return hideForeignScope(
    db,
    reach,
    policies,
    ({ scope }) => scope,
    (policy, scope) => ({ ...policy, scope: scope as PolicyScope }),
  )
}

/** Names of the policies that notify whoever is on call in this schedule. */
export async function listPoliciesWithSchedule(tx: Queryable, scheduleId: number): Promise<string[]> {
  const target = JSON.stringify([{ targets: [{ type: 'schedule', id: scheduleId }] }])
  const rows = await tx.query<{ name: string }>(sql`
    select name from escalation_policies where steps @> ${target}::jsonb order by is_last, position`)
  return rows.map(({ name }) => name)
}

/** Null if there is none. Locked until the transaction ends. */
export async function lockPolicy(tx: Queryable, id: number): Promise<EscalationPolicy | null> {
  const [policy] = await tx.query<EscalationPolicy>(sql`
    select ${COLUMNS} from escalation_policies where id = ${id}::bigint for update`)
  return policy ?? null
}

/** All of them, so that their order can change. */
export function lockPolicies(tx: Queryable): Promise<EscalationPolicy[]> {
  return tx.query<EscalationPolicy>(sql`
    select ${COLUMNS} from escalation_policies ${ORDER} for update`)
}

type NewRow = EscalationPlan & Pick<EscalationPolicy, 'site_id' | 'scope' | 'position'>

export async function insertPolicy(
  tx: Queryable,
  { site_id, name, scope, rounds, warning_rounds, steps, position }: NewRow,
  now: Date,
): Promise<EscalationPolicy> {
  const [policy] = await tx.query<{ id: number }>(sql`
    insert into escalation_policies (site_id, name, position, scope, rounds, warning_rounds, steps, updated_at)
    values (
      ${site_id}, ${name}, ${position}, ${JSON.stringify(scope)}::jsonb, ${rounds}, ${warning_rounds}, ${JSON.stringify(steps)}::jsonb,
      ${now}
    )
    returning id`)
  return (await lockPolicy(tx, policy!.id))!
}

export async function updatePolicy(tx: Queryable, policy: EscalationPolicy, now: Date): Promise<EscalationPolicy> {
  const [updated] = await tx.query<EscalationPolicy>(sql`
    update escalation_policies
    set
      name = ${policy.name}, scope = ${JSON.stringify(policy.scope)}::jsonb, rounds = ${policy.rounds},
      warning_rounds = ${policy.warning_rounds}, steps = ${JSON.stringify(policy.steps)}::jsonb, version = version + 1,
      updated_at = ${now}
    where id = ${policy.id}
    returning ${COLUMNS}`)
  return updated!
}

/** Numbers them in this order, from 1. */
export async function savePositions(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
    update escalation_policies as p
    set position = o.place
    from unnest(${[...ids]}::integer[]) with ordinality as o (id, place)
    where p.id = o.id and not p.is_last`)
}

export async function deletePolicy(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`delete from escalation_policies where id = ${id}`)
}

/** The last policy, which fits every incident, exists from the first start on. */
export async function saveLastPolicy(db: Queryable, now: Date): Promise<void> {
  const { name, rounds, warning_rounds, steps } = DEFAULT_PLAN
  await db.query(sql`
    insert into escalation_policies (name, position, scope, is_last, rounds, warning_rounds, steps, updated_at)
    values (
      ${name}, ${LAST_POSITION}, ${JSON.stringify(EVERYTHING)}::jsonb, true, ${rounds}, ${warning_rounds},
      ${JSON.stringify(steps)}::jsonb, ${now}
    )
    on conflict (is_last) where is_last do nothing`)
}
