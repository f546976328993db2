import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import type { Module } from '../vocabulary/modules.ts'
import { rank, SEVERITIES, type Severity } from '../vocabulary/severities.ts'
import type { Titled, TitleFacts } from '../vocabulary/titles.ts'
import { AUTO_RESOLVE_AFTER_S, type IncidentOrigin, type OpenIncident } from './incident.ts'
import { wakeRising } from './snooze-store.ts'

export function findCurrentIncidents(tx: Queryable, deviceIds: readonly number[]): Promise<OpenIncident[]> {
  return tx.query<OpenIncident>(sql`
    select c.device_id, i.incident_id, i.created_at, i.last_activity_at
    from current_incidents as c
    join devices as d on d.id = c.device_id
    join incidents as i on i.incident_id = c.incident_id and i.site_id = d.site_id
    where c.device_id = any (${deviceIds}::integer[]) and i.status <> 'resolved'`)
}

export async function newIncidentIds(tx: Queryable, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select nextval('incident_ids') as id from generate_series(1, ${count}::integer)`)
  return rows.map((row) => row.id)
}

export interface IncidentRow {
  incident_id: number
  /** Null: that of its device, or the whole installation without one. */
  site_id: number | null
  device_id: number | null
  origin: IncidentOrigin
  severity: Severity
  title: string
  title_of: TitleFacts | null
  alert_id: number | null
  rule_key: string | null
  module: Module | null
  storm_tag: string | null
  previous_incident_id: number | null
  /** Whether further alerts of its device may join. */
  grouping: boolean
  /** Position of its reading; null if the reading has none. */
  position: { lat: number; lng: number; at: Date } | null
}

export interface IncidentPosition {
  lat: number | null
  lng: number | null
  location_at: Date | null
}

/**
 * Opens incidents at the position of their reading, or else at the last known position of their device, and lets
 * further alerts of the device join.
 */
export async function insertIncidents(
  tx: InCell,
  rows: readonly IncidentRow[],
  now: Date,
): Promise<Map<number, IncidentPosition>> {
  if (rows.length === 0) return new Map()
  const inserted = await tx.query<IncidentPosition & { incident_id: number }>(sql`
    with given as (
      select *
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (
        incident_id bigint, site_id integer, device_id integer, origin text, severity text, title text, title_of jsonb, alert_id bigint,
        rule_key text, module text, storm_tag text, previous_incident_id bigint, grouping boolean, position jsonb
      )
    ), opened as (
      -- Citus needs the name.
      insert into incidents as o (
        incident_id, site_id, device_id, origin, status, severity, title, title_of, alert_id, rule_key, module,
        storm_tag, previous_incident_id, lat, lng, location_at, created_at, last_activity_at
      )
      select
        i.incident_id, coalesce(d.site_id, i.site_id), i.device_id, i.origin, 'open', i.severity, i.title,
        i.title_of, i.alert_id, i.rule_key, i.module, i.storm_tag,
        i.previous_incident_id,
        case when i.position is null then s.lat else (i.position ->> 'lat')::float8 end,
        case when i.position is null then s.lng else (i.position ->> 'lng')::float8 end,
        case when i.position is null then s.location_at else (i.position ->> 'at')::timestamptz end,
        ${now}, ${now}
      from given as i
      left join devices as d on d.id = i.device_id
      left join device_states as s on s.device_id = i.device_id
      returning o.incident_id, o.lat, o.lng, o.location_at
    ), become_current as (
      insert into current_incidents (device_id, incident_id)
      select device_id, incident_id from given where grouping
      on conflict (device_id) do update set incident_id = excluded.incident_id
    )
    select incident_id, lat, lng, location_at from opened`)
  return new Map(inserted.map(({ incident_id, ...position }) => [incident_id, position]))
}

/** Effect of changed alerts on an incident. */
export interface IncidentTouch extends Titled {
  incident_id: number
  /** Raises the incident to this severity if it is lower, and gives it the title, unless that is of another origin. */
  severity: Severity
  /** Reopens a resolved incident. */
  reopen: boolean
}

/** Returns the ids of the incidents that were snoozed and are open again, since they became more severe. */
export async function touchIncidents(tx: InCell, touches: readonly IncidentTouch[], now: Date): Promise<number[]> {
  if (touches.length === 0) return []
  const folded = foldTouches(touches)
  const rises = sql`
    array_position(${SEVERITIES}::text[], t.severity) > array_position(${SEVERITIES}::text[], i.severity)`
  const woken = await wakeRising(tx, folded)
  await tx.query(sql`
    update incidents as i
    set
      last_activity_at = ${now},
      severity = case when ${rises} then t.severity else i.severity end,
      title = case when ${rises} and i.origin = 'alert' then t.title else i.title end,
      title_of = case when ${rises} and i.origin = 'alert' then t.title_of else i.title_of end,
      status = case when t.reopen then 'open' else i.status end,
      resolved_at = case when t.reopen then null else i.resolved_at end,
      resolved_by = case when t.reopen then null else i.resolved_by end,
      resolution = case when t.reopen then null else i.resolution end,
      note = case when t.reopen then null else i.note end,
      acknowledged_at = case when t.reopen then null else i.acknowledged_at end,
      acknowledged_by = case when t.reopen then null else i.acknowledged_by end,
      snoozed_until = case when t.reopen then null else i.snoozed_until end,
      keep_readings_at = case when t.reopen then null else i.keep_readings_at end
    from jsonb_to_recordset(${JSON.stringify(folded)}::jsonb) as t (
      incident_id bigint, severity text, title text, title_of jsonb, reopen boolean
    )
    where i.incident_id = t.incident_id`)
  return woken
}

/**
 * Combines touches into one per incident, that with the highest severity: an update sees only one of several rows for the
 * same incident.
 */
function foldTouches(touches: readonly IncidentTouch[]): IncidentTouch[] {
  const folded = new Map<number, IncidentTouch>()
  for (const touch of touches) {
    const before = folded.get(touch.incident_id) ?? touch
    const worst = rank(touch.severity) > rank(before.severity) ? touch : before
    folded.set(touch.incident_id, { ...worst, reopen: touch.reopen || before.reopen })
  }
  return [...folded.values()]
}

/** Starts the timer for auto-resolution where the last alert has resolved, and stops it where one is open again. */
export async function rescheduleAutoResolve(
  tx: InCell,
  incidents: readonly { incident_id: number }[],
  now: Date,
): Promise<void> {
  if (incidents.length === 0) return
  const dueAt = secondsAfter(now, AUTO_RESOLVE_AFTER_S)
  const ids = incidents.map((incident) => incident.incident_id)
  const isAnyOpen = sql`
    exists (select from alerts as a where a.incident_id = i.incident_id and a.status <> 'resolved')`
  // A statement of its own: the update reads the alerts as they are after the wait for others who resolve some of them.
  await tx.query(sql`
    select from incidents where incident_id = any (${ids}::bigint[]) order by incident_id for no key update`)
  await tx.query(sql`
    update incidents as i
    set
      resolve_due_at = case when ${isAnyOpen} then null else coalesce(i.resolve_due_at, ${dueAt}::timestamptz) end,
      cleared_since = case when ${isAnyOpen} then null else coalesce(i.cleared_since, ${now}::timestamptz) end
    where i.status <> 'resolved'
      -- Only people close incidents that a person has opened.
      and i.origin <> 'person'
      and i.incident_id = any (${ids}::bigint[])`)
}
