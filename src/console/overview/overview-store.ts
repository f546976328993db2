import sql from 'sql-template-tag'
import { inReach, ofDevicesInReach, type Reach } from '../../core/reach/reach.ts'
import type { ReachedId } from '../../core/reach/reached-id.ts'
import { HOUR_MS, hourOf } from '../../core/telemetry/hours/closed-hours.ts'
import { listHeardHours } from '../../core/telemetry/hours/heard-hours.ts'
import type { Module } from '../../core/vocabulary/modules.ts'
import type { Severity } from '../../core/vocabulary/severities.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'

export interface ModuleStanding {
  module: Module
  online: number
  offline: number
  never_seen: number
  disabled: number
}

export const countModules = (db: Queryable, reach: Reach, tag: string | null = null): Promise<ModuleStanding[]> =>
  db.query<ModuleStanding>(sql`
    select
      d.module,
      (count(*) filter (where d.enabled and s.status = 'online'))::integer as online,
      (count(*) filter (where d.enabled and s.status = 'offline'))::integer as offline,
      (count(*) filter (where d.enabled and s.status = 'never_seen'))::integer as never_seen,
      (count(*) filter (where not d.enabled))::integer as disabled
    from devices as d
    join device_states as s on s.device_id = d.id
    where d.deleted_at is null and ${inReach(reach, 'viewer', sql`d.site_id`)}
      and (${tag}::text is null or ${tag}::text = any (d.tags))
    group by d.module
    order by d.module`)

/** The first device that can be connected: it is enabled, has sent nothing yet, and the person may connect it. */
export async function findFirstUnsent(db: Queryable, reach: Reach): Promise<number | null> {
  const [row] = await db.query<{ id: number | null }>(sql`
    select min(d.id) as id
    from devices as d
    join device_states as s on s.device_id = d.id
    where d.deleted_at is null and d.enabled and s.status = 'never_seen' and ${inReach(reach, 'operator', sql`d.site_id`)}`)
  return row?.id ?? null
}

export async function countOpenAlerts(
  db: Queryable,
  reach: Reach,
  tag: string | null = null,
): Promise<Record<Severity, number>> {
  const rows = await db.query<{ severity: Severity; count: number }>(sql`
    select severity, count(*)::integer as count
    from alerts
    where status <> 'resolved' and ${ofDevicesInReach(reach, sql`device_id`)}
      and (${tag}::text is null or device_id in (select id from devices where ${tag}::text = any (tags)))
    group by severity`)
  return {
    info: 0,
    warning: 0,
    critical: 0,
    ...Object.fromEntries(rows.map(({ severity, count }) => [severity, count])),
  }
}

/** Readings received in each of the last 60 minutes up to now, oldest first. */
export async function countReadingsByMinute(db: Queryable, reach: Reach, now: Date): Promise<number[]> {
  const rows = await db.query<{ ago: number; count: number }>(sql`
    select floor(extract(epoch from ${now}::timestamptz - at) / 60)::integer as ago, sum(count)::integer as count
    from reading_counts
    where at > ${secondsAfter(now, -3_600)} and at <= ${now} and ${inReach(reach, 'viewer', sql`site_id`)}
    group by 1`)
  const counts = new Map(rows.map(({ ago, count }) => [ago, count]))
  return Array.from({ length: 60 }, (_, minute) => counts.get(59 - minute) ?? 0)
}

/** Highest severity of the incidents opened in each of the last hours, by module; the current hour is 0 ago. */
export function worstByHour(db: Queryable, reach: Reach, now: Date) {
  const end = new Date(hourOf(now.getTime()) + HOUR_MS)
  return db.query<{ module: Module; ago: number; has_critical: boolean }>(sql`
    select
      coalesce(d.module, i.module) as module,
      floor(extract(epoch from ${end}::timestamptz - i.created_at) / 3600)::integer as ago,
      bool_or(i.severity = 'critical') as has_critical
    from incidents as i
    left join devices as d on d.id = i.device_id
    where i.created_at > ${secondsAfter(end, -HOURS * 3_600)} and i.created_at <= ${now} and i.merged_into is null
      and ${inReach(reach, 'viewer', sql`i.site_id`)}
    group by 1, 2`)
}

export const HOURS = 24
/** With fewer, an hour in which only other devices sent would look empty; each costs a lookup an hour. */
const MOST_LISTENED_TO = 10

/** Whether devices of each module have sent anything in each of the last hours: those heard last, for all of them. */
export async function heardByHour(db: Queryable, reach: Reach, now: Date): Promise<Map<Module, boolean[]>> {
  const devices = await db.query<{ id: ReachedId<'device'>; module: Module }>(sql`
    select id, module
    from (
      select d.id, d.module, row_number() over (partition by d.module order by s.last_seen desc) as place
      from devices as d
      join device_states as s on s.device_id = d.id
      where d.deleted_at is null and s.last_seen is not null and ${inReach(reach, 'viewer', sql`d.site_id`)}
    ) as ranked
    where place <= ${MOST_LISTENED_TO}`)
  const ids = devices.map(({ id }) => id)
  const heard = await listHeardHours(db, ids, HOURS, now)
  const byModule = Map.groupBy(devices, ({ module }) => module)
  const isHeard = (id: number, hour: number) => heard.get(id)?.[hour] === true
  const hours = Array.from({ length: HOURS }, (_, hour) => hour)
  return new Map(
    [...byModule].map(([module, own]) => [module, hours.map((hour) => own.some(({ id }) => isHeard(id, hour)))]),
  )
}

/** The most severe unacknowledged incident; of several, the oldest. */
export async function findWorstOpen(db: Queryable, reach: Reach): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`
    select incident_id as id
    from incidents
    where status = 'open' and ${inReach(reach, 'viewer', sql`site_id`)}
    order by array_position(array['critical', 'warning', 'info'], severity), incident_id
    limit 1`)
  return row?.id ?? null
}

export async function lastIncidentAt(db: Queryable, reach: Reach): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(sql`
    select max(created_at) as at from incidents where ${inReach(reach, 'viewer', sql`site_id`)}`)
  return row?.at ?? null
}

export interface TroubledWebhook {
  id: number
  name: string
  failing_since: Date | null
  breaker_opened_at: Date | null
  enabled: boolean
}

export const listTroubledWebhooks = (db: Queryable, reach: Reach): Promise<TroubledWebhook[]> =>
  db.query<TroubledWebhook>(sql`
    select id, name, failing_since, breaker_opened_at, enabled
    from webhooks
    where deleted_at is null and ${inReach(reach, 'operator', sql`site_id`)}
      and (breaker_opened_at is not null or failing_since is not null or (not enabled and disabled_reason is not null))
    order by failing_since nulls last, id
    limit 5`)
