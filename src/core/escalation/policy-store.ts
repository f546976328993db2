import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { DEFAULT_PLAN, type EscalationPlan, type EscalationPolicy, EVERYTHING, type PolicyScope } from './policy.ts'

const COLUMNS = raw('id, name, position, scope, is_last, rounds, warning_rounds, steps, version')
/** The position of the last policy, behind all others. */
const LAST_POSITION = 1_000_000

/** In the order in which they are tried. */
export function listPolicies(db: Queryable): Promise<EscalationPolicy[]> {
  return db.query<EscalationPolicy>(sql`select ${COLUMNS} from escalation_policies order by is_last, position, id`)
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
    select ${COLUMNS} from escalation_policies order by is_last, position, id for update`)
}

export async function insertPolicy(
  tx: Queryable,
  { name, scope, rounds, warning_rounds, steps, position }: EscalationPlan & { scope: PolicyScope; position: number },
  now: Date,
): Promise<EscalationPolicy> {
  const [policy] = await tx.query<EscalationPolicy>(sql`
    insert into escalation_policies (name, position, scope, rounds, warning_rounds, steps, updated_at)
    values (
      ${name}, ${position}, ${JSON.stringify(scope)}::jsonb, ${rounds}, ${warning_rounds}, ${JSON.stringify(steps)}::jsonb,
      ${now}
    )
    returning ${COLUMNS}`)
  return policy!
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
