import sql, { type Sql } from 'sql-template-tag'
import type { Static } from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { visiblePeople } from '../people/known-people.ts'
import type { Reach } from '../reach/reach.ts'
import type { Override } from './final-schedule.ts'
import type { OverrideShape } from './schedule-shapes.ts'

export type OverrideRecord = Static<typeof OverrideShape>

/** Somebody of other sites has no name. */
const person = (reach: Reach, alias: Sql) => sql`
  case when ${alias}.id is not null then jsonb_build_object(
    'id', ${alias}.id, 'name', case when ${visiblePeople(reach, sql`${alias}.id`)} then ${alias}.name else '#' || ${alias}.id end
  ) end`

const selectSql = (reach: Reach) => sql`
  select
    o.id, ${person(reach, sql`u`)} as user, o.starts_at as "from", o.ends_at as "to", ${person(reach, sql`r`)} as replaces,
    o.created_at, ${person(reach, sql`c`)} as created_by, o.swapped_with
  from schedule_overrides as o
  join users as u on u.id = o.user_id
  left join users as r on r.id = o.replaces
  left join users as c on c.id = o.created_by`

/** Those that have not ended at `now`, in the order of their time. */
export function listOverrides(db: Queryable, reach: Reach, scheduleId: number, now: Date): Promise<OverrideRecord[]> {
  return db.query<OverrideRecord>(
    sql`${selectSql(reach)} where o.schedule_id = ${scheduleId} and o.ends_at > ${now} order by o.starts_at, o.id`,
  )
}

export async function findOverride(
  db: Queryable,
  reach: Reach,
  scheduleId: number,
  id: number,
): Promise<OverrideRecord | null> {
  const [override] = await db.query<OverrideRecord>(
    sql`${selectSql(reach)} where o.schedule_id = ${scheduleId} and o.id = ${id}::bigint`,
  )
  return override ?? null
}

export async function insertOverride(
  tx: Queryable,
  scheduleId: number,
  { user_id, from, to, replaces }: Omit<Override, 'id'>,
  createdBy: number | null,
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into schedule_overrides (schedule_id, user_id, replaces, starts_at, ends_at, created_at, created_by)
    values (${scheduleId}, ${user_id}, ${replaces}, ${from}, ${to}, ${now}, ${createdBy})
    returning id`)
  return row!.id
}

export async function linkSwap(tx: Queryable, one: number, other: number): Promise<void> {
  await tx.query(sql`
    update schedule_overrides
    set swapped_with = case id when ${one} then ${other}::integer else ${one}::integer end
    where id in (${one}, ${other})`)
}

/** The part that is over stays: the past is not changed. */
export async function endOverride(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query(sql`delete from schedule_overrides where id = ${id} and starts_at >= ${now}`)
  await tx.query(sql`update schedule_overrides set ends_at = ${now} where id = ${id} and starts_at < ${now}`)
}
