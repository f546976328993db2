import sql from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'
import { SEVERITIES, type Severity } from '../vocabulary/severities.ts'
import type { OpenIncident } from './incident.ts'

export async function findGroupingIncidents(tx: Queryable, deviceIds: readonly number[]): Promise<OpenIncident[]> {
  return tx.query<OpenIncident>(sql`
    select device_id, incident_id, severity, created_at, last_activity_at
    from incidents
    where device_id = any (${deviceIds}::integer[]) and grouping and status <> 'resolved'`)
}

export async function newIncidentIds(tx: Queryable, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select nextval('incident_ids') as id from generate_series(1, ${count}::integer)`)
  return rows.map((row) => row.id)
}

export interface IncidentRow {
  device_id: number
  incident_id: number
  severity: Severity
  title: string
  alert_id: number
  grouping: boolean
  /** Where its reading was taken; null when the reading did not say. */
  position: { lat: number; lng: number; at: Date } | null
}

export interface Position {
  lat: number | null
  lng: number | null
  location_at: Date | null
}

/** Opens incidents where their readings were taken, else at the last known position of their devices. */
export async function insertIncidents(
  tx: Queryable,
  rows: readonly IncidentRow[],
  now: Date,
): Promise<Map<number, Position>> {
  if (rows.length === 0) return new Map()
  const inserted = await tx.query<Position & { incident_id: number }>(sql`
    insert into incidents (
      device_id, incident_id, status, severity, title, alert_id, grouping, lat, lng, location_at, created_at,
      last_activity_at
    )
    select
      i.device_id, i.incident_id, 'open', i.severity, i.title, i.alert_id, i.grouping,
      case when i.position is null then s.lat else (i.position ->> 'lat')::float8 end,
      case when i.position is null then s.lng else (i.position ->> 'lng')::float8 end,
      case when i.position is null then s.location_at else (i.position ->> 'at')::timestamptz end,
      ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (
      device_id integer, incident_id bigint, severity text, title text, alert_id bigint, grouping boolean,
      position jsonb
    )
    join device_states as s on s.device_id = i.device_id
    returning incident_id, lat, lng, location_at`)
  return new Map(inserted.map(({ incident_id, ...position }) => [incident_id, position]))
}

export async function closeToMoreAlerts(tx: Queryable, incidents: readonly OpenIncident[]): Promise<void> {
  if (incidents.length === 0) return
  await tx.query(sql`
    update incidents
    set grouping = false
    where (device_id, incident_id) in (
      select * from unnest(
        ${incidents.map((incident) => incident.device_id)}::integer[],
        ${incidents.map((incident) => incident.incident_id)}::bigint[]
      )
    )`)
}

/** What a change of its alerts does to an incident. */
export interface IncidentTouch {
  device_id: number
  incident_id: number
  /** It rises to this, if it stands lower. */
  severity: Severity
  /** Brings a resolved incident back. */
  reopen: boolean
}

export async function touchIncidents(tx: Queryable, touches: readonly IncidentTouch[], now: Date): Promise<void> {
  if (touches.length === 0) return
  await tx.query(sql`
    update incidents as i
    set
      last_activity_at = ${now},
      severity = case
        when array_position(${SEVERITIES}::text[], t.severity) > array_position(${SEVERITIES}::text[], i.severity)
        then t.severity
        else i.severity
      end,
      status = case when t.reopen then 'open' else i.status end,
      -- Once reopened it stands for itself: another may have taken its place for new alerts.
      grouping = i.grouping and not t.reopen,
      resolved_at = case when t.reopen then null else i.resolved_at end,
      resolved_by = case when t.reopen then null else i.resolved_by end,
      resolution = case when t.reopen then null else i.resolution end,
      note = case when t.reopen then null else i.note end,
      acknowledged_at = case when t.reopen then null else i.acknowledged_at end,
      acknowledged_by = case when t.reopen then null else i.acknowledged_by end
    from jsonb_to_recordset(${JSON.stringify(touches)}::jsonb) as t (
      device_id integer, incident_id bigint, severity text, reopen boolean
    )
    where i.device_id = t.device_id and i.incident_id = t.incident_id`)
}

/** Starts the wait for self-resolution where the last alert has resolved, and ends it where one is open again. */
export async function rescheduleAutoResolve(
  tx: Queryable,
  incidents: readonly { device_id: number; incident_id: number }[],
  dueAt: Date,
): Promise<void> {
  if (incidents.length === 0) return
  await tx.query(sql`
    update incidents as i
    set resolve_due_at = case
      when exists (
        select from alerts as a
        where a.device_id = i.device_id and a.incident_id = i.incident_id and a.status <> 'resolved'
      ) then null
      else coalesce(i.resolve_due_at, ${dueAt}::timestamptz)
    end
    where i.status <> 'resolved'
      and (i.device_id, i.incident_id) in (
        select * from unnest(
          ${incidents.map((incident) => incident.device_id)}::integer[],
          ${incidents.map((incident) => incident.incident_id)}::bigint[]
        )
      )`)
}

export type TimelineKind =
  | 'created'
  | 'alert_added'
  | 'severity_changed'
  | 'alert_resolved'
  | 'alert_reopened'
  | 'acknowledged'
  | 'unacknowledged'
  | 'note'
  | 'resolved'
  | 'reopened'

export interface TimelineEntry {
  device_id: number
  incident_id: number
  kind: TimelineKind
  user_id: number | null
  text: string
}

export async function appendTimeline(tx: Queryable, entries: readonly TimelineEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return
  await tx.query(sql`
    insert into incident_timeline (device_id, incident_id, at, kind, user_id, text)
    select e.device_id, e.incident_id, ${now}, e.kind, e.user_id, e.text
    from jsonb_to_recordset(${JSON.stringify(entries.map((entry, place) => ({ ...entry, place })))}::jsonb) as e (
      device_id integer, incident_id bigint, kind text, user_id integer, text text, place integer
    )
    order by e.place`)
}
