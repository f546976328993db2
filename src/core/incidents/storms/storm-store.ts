import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import { isIntervalKnown } from '../../devices/presence/usual-interval.ts'
import type { Module } from '../../vocabulary/modules.ts'
import type { Titled } from '../../vocabulary/titles.ts'
import { AUTO_RESOLVE_AFTER_S } from '../incident.ts'
import { type LostDevice, type Population, STORM_WITHIN_S } from './storm.ts'

export type LostDeviceRow = LostDevice & { site_id: number; name: string; module: Module; is_demo: boolean }

/** Any number will do, as long as all nodes use the same one and nothing else uses it. */
const ADVISORY_LOCK = 5_417_005

/** Whether a storm is open or a device was lost within the last minute: nearly always no, and then nothing is locked. */
export async function isAnythingToWatch(db: Queryable, now: Date): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select
      exists (select from incidents where origin = 'storm' and status <> 'resolved')
      or exists (
        select from device_states
        where status = 'offline' and offline_at > ${now}::timestamptz - make_interval(secs => ${STORM_WITHIN_S})
      ) as found`)
  return row!.found
}

/** Only one node at a time looks for storms in a cell; the others try again in half a second. */
export async function tryToWatch(tx: Queryable): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}, hashtext(current_schema())) as locked`,
  )
  return row!.locked
}

const isDemo = sql`exists (select from demo_devices as demo where demo.device_id = d.id)`

/**
 * Devices lost within the last minute that are in no storm yet. Devices covered by a silence do not count, nor those whose
 * interval is not known yet.
 */
export function listLostDevices(db: Queryable, now: Date): Promise<LostDeviceRow[]> {
  return db.query<LostDeviceRow>(sql`
    select d.id, d.site_id, d.name, d.module, d.tags, s.offline_at, ${isDemo} as is_demo
    from device_states as s
    join devices as d on d.id = s.device_id
    where s.status = 'offline'
      and s.offline_at > ${now}::timestamptz - make_interval(secs => ${STORM_WITHIN_S})
      and d.enabled and ${isIntervalKnown}
      and not exists (
        select from storm_devices as taken
        join incidents as i on i.incident_id = taken.incident_id
        where taken.device_id = d.id and (i.status <> 'resolved' or taken.joined_at >= s.offline_at)
      )
      and not exists (
        select from held_notifications as h where h.subject = 'device:' || d.id and h.status = 'held'
      )
    order by d.id`)
}

/** Counts devices of a site, of the demo fleet or all others, that are online or were lost just now. */
export async function countPopulation(db: Queryable, siteId: number, ofDemo: boolean, now: Date): Promise<Population> {
  const rows = await db.query<{ tag: string | null; count: number }>(sql`
    select t.tag, count(*)::integer as count
    from device_states as s
    join devices as d on d.id = s.device_id
    cross join lateral (select null as tag union all select distinct unnest(d.tags)) as t
    where d.site_id = ${siteId} and d.enabled and ${isIntervalKnown} and ${isDemo} = ${ofDemo}
      and (
        s.status = 'online'
        or s.status = 'offline' and s.offline_at > ${now}::timestamptz - make_interval(secs => ${STORM_WITHIN_S})
      )
    group by t.tag`)
  return new Map(rows.map(({ tag, count }) => [tag, count]))
}

export interface OpenStorm {
  incident_id: number
  site_id: number | null
  storm_tag: string | null
  device_count: number
  population: number
  is_demo: boolean
}

/** Storms with an event within the last minute, which further devices may join. */
export function listGrowingStorms(tx: Queryable, now: Date): Promise<OpenStorm[]> {
  return tx.query<OpenStorm>(sql`
    select
      i.incident_id, i.site_id, i.storm_tag, i.storm_population as population,
      (select count(*)::integer from storm_devices as s where s.incident_id = i.incident_id) as device_count,
      exists (
        select from storm_devices as s join demo_devices as demo on demo.device_id = s.device_id
        where s.incident_id = i.incident_id
      ) as is_demo
    from incidents as i
    where i.origin = 'storm' and i.status <> 'resolved'
      and i.last_activity_at > ${now}::timestamptz - make_interval(secs => ${STORM_WITHIN_S})
    order by i.incident_id`)
}

export async function addStormDevices(
  tx: InCell,
  incidentId: number,
  deviceIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into storm_devices (incident_id, device_id, joined_at)
    select ${incidentId}, id, ${now} from unnest(${deviceIds}::integer[]) as id
    on conflict do nothing`)
}

export async function updateStorm(
  tx: InCell,
  incidentId: number,
  { title, title_of, population }: Titled & { population: number },
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update incidents
    set title = ${title}, title_of = ${title_of}, storm_population = ${population}, last_activity_at = ${now}
    where incident_id = ${incidentId}`)
}

/**
 * Starts the timer for auto-resolution of storms whose devices are all back, and stops it when one is lost again.
 * Returns the storms for which it has just started.
 */
export async function scheduleStormResolution(tx: InCell, now: Date): Promise<{ incident_id: number }[]> {
  const changed = await tx.query<{ incident_id: number; is_over: boolean }>(sql`
    with storms as (
      select
        i.incident_id,
        not exists (
          select
          from storm_devices as m
          join device_states as s on s.device_id = m.device_id
          join devices as d on d.id = m.device_id
          where m.incident_id = i.incident_id and s.status = 'offline' and d.enabled
        )
        and not exists (
          select from alerts as a where a.incident_id = i.incident_id and a.status <> 'resolved'
        ) as is_over
      from incidents as i
      where i.origin = 'storm' and i.status <> 'resolved'
    )
    update incidents as i
    set
      resolve_due_at = case when storms.is_over then ${secondsAfter(now, AUTO_RESOLVE_AFTER_S)}::timestamptz end,
      cleared_since = case when storms.is_over then ${now}::timestamptz end
    from storms
    where i.incident_id = storms.incident_id and storms.is_over <> (i.resolve_due_at is not null)
    returning i.incident_id, storms.is_over`)
  return changed.filter(({ is_over }) => is_over)
}
