import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'
import { silencedBySql } from '../silences/held-store.ts'
import { actorSql } from '../users/actor.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { IncidentStatus } from './incident.ts'
import type { IncidentRecord, IncidentWithTimeline } from './incident-shape.ts'

/** What is null is not asked for. */
export interface IncidentFilter {
  statuses: IncidentStatus[] | null
  severities: Severity[] | null
  /** Of the device. */
  modules: Module[] | null
  deviceId: number | null
  /** Of `created_at`; half open. */
  from: Date | null
  to: Date | null
}

/** Newest first, from just before `beforeId`. */
export function listIncidents(
  db: Queryable,
  filter: IncidentFilter,
  page: { beforeId: number | null; limit: number },
): Promise<IncidentRecord[]> {
  const { statuses, severities, modules, deviceId, from, to } = filter
  const wanted = [
    sql`true`,
    ...(page.beforeId === null ? [] : [sql`i.incident_id < ${page.beforeId}::bigint`]),
    ...(statuses === null ? [] : [sql`i.status = any (${statuses})`]),
    // Said once more, in the words of the index of what is open.
    ...(statuses === null || statuses.includes('resolved') ? [] : [sql`i.status <> 'resolved'`]),
    ...(severities === null ? [] : [sql`i.severity = any (${severities})`]),
    ...(modules === null ? [] : [sql`d.module = any (${modules})`]),
    ...(deviceId === null ? [] : [sql`i.device_id = ${deviceId}`]),
    ...(from === null ? [] : [sql`i.created_at >= ${from}`]),
    ...(to === null ? [] : [sql`i.created_at < ${to}`]),
  ]
  return selectIncidents(db, sql`where ${join(wanted, ' and ')}`, sql`order by i.incident_id desc limit ${page.limit}`)
}

export async function findIncident(db: Queryable, incidentId: number): Promise<IncidentWithTimeline | null> {
  const [incident] = await selectIncidents(db, sql`where i.incident_id = ${incidentId}`, empty)
  if (incident === undefined) return null
  const devices = await db.query<{ id: number; name: string }>(sql`
    select d.id, d.name
    from devices as d
    where d.id = ${incident.device_id}::integer
      or d.id in (select a.device_id from alerts as a where a.incident_id = ${incidentId})
      or d.id in (select s.device_id from storm_devices as s where s.incident_id = ${incidentId})
    order by d.id`)
  const timeline = await db.query<IncidentWithTimeline['timeline'][number]>(sql`
    select t.at, t.kind, ${actorSql('t.at', 'author')} as by, t.text
    from incident_timeline as t
    left join users as author on author.id = t.user_id
    where t.incident_id = ${incidentId}
    order by t.entry_id`)
  return { ...incident, devices, timeline }
}

function selectIncidents(db: Queryable, where: Sql, order: Sql): Promise<IncidentRecord[]> {
  return db.query<IncidentRecord>(sql`
    select
      i.incident_id, i.status, i.severity, i.title, i.origin, i.device_id, d.name as device_name, i.alert_id,
      array(select a.alert_id from alerts as a where a.incident_id = i.incident_id order by a.alert_id) as alert_ids,
      i.lat, i.lng, i.location_at, i.created_at, i.acknowledged_at,
      ${actorSql('i.acknowledged_at', 'acknowledger')} as acknowledged_by,
      ${actorSql('i.assigned_to', 'assignee')} as assigned_to, i.resolved_at,
      ${actorSql('i.resolved_at', 'resolver')} as resolved_by, i.resolution, i.note, i.merged_into,
      i.previous_incident_id, ${silencedBySql('incident', 'i.incident_id')} as silenced_by
    from incidents as i
    left join devices as d on d.id = i.device_id
    left join users as acknowledger on acknowledger.id = i.acknowledged_by
    left join users as assignee on assignee.id = i.assigned_to
    left join users as resolver on resolver.id = i.resolved_by
    ${where}
    ${order}`)
}
