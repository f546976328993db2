import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Window } from '../../platform/weekly-windows.ts'
import { inReachOrShared, type Reach } from '../reach/reach.ts'
import { type SiteName, siteNameSql } from '../reach/site-name.ts'
import type { Override, Plan, ScheduleVersion } from './final-schedule.ts'
import type { Layer } from './rotation.ts'
import type { NamedSchedule, OnCallSchedule } from './schedule.ts'

const RECORD = sql`
  s.id, s.name, s.site_id, ${siteNameSql('s.site_id')} as site, v.time_zone, v.layers, v.valid_from, s.version, s.created_at, s.changed_at`
const LATEST = sql`
  join lateral (
    select time_zone, layers, valid_from
    from schedule_versions
    where schedule_id = s.id
    order by valid_from desc
    limit 1
  ) as v on true`

/** A condition on schedules `s`: those of the whole installation are seen by everybody. */
export const areSeenBy = (reach: Reach): Sql => inReachOrShared(reach, 'viewer', sql`s.site_id`)

/** By name. There are at most a hundred. */
export function listSchedules(db: Queryable, reach: Reach): Promise<OnCallSchedule[]> {
  return db.query<OnCallSchedule>(sql`
    select ${RECORD} from schedules as s ${LATEST} where ${areSeenBy(reach)} order by s.name, s.id`)
}

export async function findSchedule(db: Queryable, reach: Reach, id: number): Promise<OnCallSchedule | null> {
  const [schedule] = await db.query<OnCallSchedule>(
    sql`select ${RECORD} from schedules as s ${LATEST} where s.id = ${id}::bigint and ${areSeenBy(reach)}`,
  )
  return schedule ?? null
}

/** Locked: nobody else can change it or its overrides before this transaction is over. */
export async function lockSchedule(tx: Queryable, id: number): Promise<OnCallSchedule | null> {
  await tx.query(sql`select from schedules where id = ${id}::bigint for update`)
  const [schedule] = await tx.query<OnCallSchedule>(
    sql`select ${RECORD} from schedules as s ${LATEST} where s.id = ${id}::bigint`,
  )
  return schedule ?? null
}

export async function insertSchedule(tx: Queryable, siteId: number | null, name: string, now: Date): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into schedules (site_id, name, created_at, changed_at, handed_over_at, next_hand_over_at)
    values (${siteId}, ${name}, ${now}, ${now}, ${now}, ${now})
    returning id`)
  return row!.id
}

/** After any change: its number, and another look at who takes over next. */
export async function touchSchedule(tx: Queryable, id: number, name: string, now: Date): Promise<void> {
  await tx.query(sql`
    update schedules
    set name = ${name}, version = version + 1, changed_at = ${now}, next_hand_over_at = ${now}
    where id = ${id}`)
}

export async function deleteSchedule(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`delete from schedules where id = ${id}`)
}

/** A version replaces those that would begin at the same time or later. */
export async function insertVersion(
  tx: Queryable,
  scheduleId: number,
  { valid_from, time_zone, layers }: ScheduleVersion,
  createdBy: number | null,
  now: Date,
): Promise<void> {
  await tx.query(sql`delete from schedule_versions where schedule_id = ${scheduleId} and valid_from >= ${valid_from}`)
  await tx.query(sql`
    insert into schedule_versions (schedule_id, valid_from, time_zone, layers, created_at, created_by)
    values (${scheduleId}, ${valid_from}, ${time_zone}, ${JSON.stringify(layers)}::jsonb, ${now}, ${createdBy})`)
}

/** A schedule with everything that decides who is on call in a window. */
export interface PlannedSchedule extends NamedSchedule, Plan {
  site_id: number | null
  site: SiteName | null
  version: number
  changed_at: Date
}

/** The schedules `s` that match, by name. */
export async function readPlans(db: Queryable, isMeant: Sql, window: Window): Promise<PlannedSchedule[]> {
  const [schedules, versions, overrides] = [
    await db.query<Omit<PlannedSchedule, keyof Plan>>(sql`
      select s.id, s.name, s.site_id, ${siteNameSql('s.site_id')} as site, s.version, s.changed_at
      from schedules as s
      where ${isMeant}
      order by s.name, s.id`),
    await db.query<{ schedule_id: number; valid_from: Date; time_zone: string; layers: Layer[] }>(sql`
      select v.schedule_id, v.valid_from, v.time_zone, v.layers
      from schedules as s
      join schedule_versions as v on v.schedule_id = s.id
      where
        ${isMeant} and v.valid_from < ${window.to} and not exists (
          select
          from schedule_versions as later
          where later.schedule_id = v.schedule_id and later.valid_from > v.valid_from and later.valid_from <= ${window.from}
        )
      order by v.valid_from`),
    await db.query<Override & { schedule_id: number }>(sql`
      select o.schedule_id, o.id, o.user_id, o.replaces, o.starts_at as "from", o.ends_at as "to"
      from schedules as s
      join schedule_overrides as o on o.schedule_id = s.id
      where ${isMeant} and o.starts_at < ${window.to} and o.ends_at > ${window.from}
      order by o.id`),
  ]
  const versionsOf = Map.groupBy(versions, ({ schedule_id }) => schedule_id)
  const overridesOf = Map.groupBy(overrides, ({ schedule_id }) => schedule_id)
  return schedules.map((schedule) => ({
    ...schedule,
    versions: versionsOf.get(schedule.id) ?? [],
    overrides: overridesOf.get(schedule.id) ?? [],
  }))
}
