import sql, { empty, join, type Sql } from 'sql-template-tag'
import Type from 'typebox'
import type { Queryable } from '../platform/database.ts'
import { Count, NullableNumber, NullableText, NullableTime, OneOf, Text, Time } from '../platform/http/shapes.ts'
import { ActorShape, actorSql } from '../users/actor.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import { SeverityShape } from '../vocabulary/shapes.ts'

export const INCIDENT_STATUSES = ['open', 'acknowledged', 'resolved'] as const

const incidentFields = {
  incident_id: Count,
  status: OneOf(INCIDENT_STATUSES),
  severity: SeverityShape,
  title: Text,
  device_id: Count,
  device_name: Text,
  alert_id: Count,
  alert_ids: Type.Array(Count),
  lat: NullableNumber,
  lng: NullableNumber,
  location_at: NullableTime,
  created_at: Time,
  acknowledged_at: NullableTime,
  acknowledged_by: ActorShape,
  resolved_at: NullableTime,
  resolved_by: ActorShape,
  resolution: NullableText,
  note: NullableText,
}

const INCIDENT_EXAMPLE = {
  incident_id: 1,
  status: 'resolved',
  severity: 'critical',
  title: 'Systolic blood pressure above 180 mmHg',
  device_id: 1,
  device_name: 'Bedside monitor',
  alert_id: 1,
  alert_ids: [1],
  lat: null,
  lng: null,
  location_at: null,
  created_at: '2026-11-21T12:20:22.128Z',
  acknowledged_at: '2026-11-21T12:21:41.757Z',
  acknowledged_by: { type: 'user', id: 2, email: 'op@example.org' },
  resolved_at: '2026-11-21T12:21:41.780Z',
  resolved_by: { type: 'user', id: 2, email: 'op@example.org' },
  resolution: 'false_alarm',
  note: 'Cuff was loose',
}
const TIMELINE_EXAMPLE = [
  {
    at: '2026-11-21T12:21:41.780Z',
    kind: 'resolved',
    by: { type: 'user', id: 2, email: 'op@example.org' },
    text: 'Cuff was loose',
  },
]

/** An incident as the APIs show it in lists. */
export const IncidentShape = Type.Object(incidentFields, { title: 'Incident', examples: [INCIDENT_EXAMPLE] })
export type IncidentRecord = Type.Static<typeof IncidentShape>

/** The single one, with everything that happened to it. */
export const IncidentWithTimelineShape = Type.Object(
  {
    ...incidentFields,
    timeline: Type.Array(Type.Object({ at: Time, kind: Text, by: ActorShape, text: Text })),
  },
  { title: 'IncidentWithTimeline', examples: [{ ...INCIDENT_EXAMPLE, timeline: TIMELINE_EXAMPLE }] },
)
export type IncidentWithTimeline = Type.Static<typeof IncidentWithTimelineShape>

export type IncidentStatus = (typeof INCIDENT_STATUSES)[number]

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
  const timeline = await db.query<IncidentWithTimeline['timeline'][number]>(sql`
    select t.at, t.kind, ${actorSql('t.at', 'author')} as by, t.text
    from incident_timeline as t
    left join users as author on author.id = t.user_id
    where t.device_id = ${incident.device_id} and t.incident_id = ${incidentId}
    order by t.entry_id`)
  return { ...incident, timeline }
}

function selectIncidents(db: Queryable, where: Sql, order: Sql): Promise<IncidentRecord[]> {
  return db.query<IncidentRecord>(sql`
    select
      i.incident_id, i.status, i.severity, i.title, i.device_id, d.name as device_name, i.alert_id,
      array(
        select a.alert_id
        from alerts as a
        where a.device_id = i.device_id and a.incident_id = i.incident_id
        order by a.alert_id
      ) as alert_ids,
      i.lat, i.lng, i.location_at, i.created_at, i.acknowledged_at,
      ${actorSql('i.acknowledged_at', 'acknowledger')} as acknowledged_by, i.resolved_at,
      ${actorSql('i.resolved_at', 'resolver')} as resolved_by, i.resolution, i.note
    from incidents as i
    join devices as d on d.id = i.device_id
    left join users as acknowledger on acknowledger.id = i.acknowledged_by
    left join users as resolver on resolver.id = i.resolved_by
    ${where}
    ${order}`)
}
