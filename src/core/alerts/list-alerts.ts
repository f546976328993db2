import sql, { raw, type Sql } from 'sql-template-tag'
import Type from 'typebox'
import type { Queryable } from '../../platform/database/database.ts'
import { newestOfEach } from '../../platform/database/newest-of-each.ts'
import { readSortedPage, type SortPlace } from '../../platform/database/sorted-page.ts'
import { integers } from '../../platform/database/sql-arrays.ts'
import {
  Count,
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  OneOf,
  Text,
  Time,
} from '../../platform/http/schemas/shapes.ts'
import { type OpenOrder, sortedBy } from '../incidents/open-order.ts'
import { acknowledgedUntil } from '../incidents/snooze.ts'
import { FIRES_AGAIN_AT, whileAcknowledged } from '../incidents/snooze-store.ts'
import { ActorShape, actorSql } from '../people/actor.ts'
import { devicesInReach, inReach, ofDevicesInReach, type Reach, sitesWith } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { SiteNameShape, siteNameSql } from '../reach/site-name.ts'
import { MODULES, type Module } from '../vocabulary/modules.ts'
import type { OwnMetrics } from '../vocabulary/own-metrics.ts'
import { SEVERITIES, type Severity } from '../vocabulary/severities.ts'
import { CurrentSeverityShape, ModuleShape, SeverityShape } from '../vocabulary/shapes.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'

const ALERT_EXAMPLE = {
  alert_id: 1,
  device_id: 1,
  device_name: 'Bedside monitor',
  site: { id: 1, name: 'Home' },
  module: 'health',
  rule_key: 'health.systolic.high',
  rule_version: 1,
  severity: 'critical',
  current_severity: null,
  status: 'resolved',
  title: 'Systolic blood pressure above 180 mmHg',
  field: 'metrics.systolic',
  threshold: 180,
  triggered_value: 185,
  last_value: 118,
  peak_value: 185,
  occurrences: 1,
  triggered_at: '2026-11-21T12:20:22.000Z',
  acknowledged_at: '2026-11-21T12:20:52.146Z',
  acknowledged_by: { type: 'user', id: 2, email: 'op@example.org', name: 'Ana' },
  acknowledged_until: null,
  snoozed_until: null,
  resolved_at: '2026-11-21T12:21:23.268Z',
  resolved_by: { type: 'system', id: null, email: null, name: null },
  resolve_reason: 'cleared',
  late: false,
  recovering: false,
  flapping: false,
  clear_since: null,
  assigned_to: { type: 'user', id: 2, email: 'op@example.org', name: 'Ana' },
  incident_id: 1,
  silenced_by: null,
}

export const ALERT_STATUSES = ['firing', 'acknowledged', 'resolved'] as const

/** An alert in the APIs. */
export const AlertShape = Type.Object(
  {
    alert_id: Count,
    device_id: Count,
    device_name: Text,
    site: SiteNameShape,
    module: ModuleShape,
    rule_key: Text,
    rule_version: Count,
    severity: SeverityShape,
    current_severity: CurrentSeverityShape,
    status: OneOf(ALERT_STATUSES),
    title: Text,
    field: Text,
    threshold: Type.Unsafe<number | null>({ ...NullableNumber, description: 'The limit of its severity' }),
    triggered_value: Type.Number({ description: 'The value with which it began' }),
    last_value: Type.Number(),
    peak_value: Type.Number(),
    occurrences: Count,
    triggered_at: Time,
    acknowledged_at: NullableTime,
    acknowledged_by: ActorShape,
    ...acknowledgedUntil,
    resolved_at: NullableTime,
    resolved_by: ActorShape,
    resolve_reason: NullableText,
    late: Type.Boolean(),
    recovering: Type.Boolean({ description: 'Clear, but not for long enough yet' }),
    flapping: Type.Boolean({ description: 'Keeps firing and clearing; stays open until it settles' }),
    clear_since: Type.Unsafe<Date | null>({
      ...NullableTime,
      description:
        'Since when its condition is clear, while it is open: until a person resolves it, or for long enough',
    }),
    assigned_to: ActorShape,
    incident_id: NullableInteger,
    silenced_by: NullableInteger,
  },
  { title: 'Alert', examples: [ALERT_EXAMPLE] },
)

/** For people: not part of the shape, so the API does not send them. */
interface ForPeople {
  title_of: TitleFacts | null
  device_id: ReachedId<'device'>
  /** Metrics of its device. */
  device_metrics: OwnMetrics
}
export type AlertRecord = Type.Static<typeof AlertShape> & ForPeople

export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** A single alert with its notes. */
export const AlertWithNotesShape = Type.Object(
  { ...AlertShape.properties, notes: Type.Array(Type.Object({ at: Time, by: ActorShape, text: Text })) },
  { title: 'AlertWithNotes', examples: [{ ...ALERT_EXAMPLE, notes: [] }] },
)
export type AlertWithNotes = Type.Static<typeof AlertWithNotesShape> & ForPeople

/** The present severity of an alert (`a`); null once it is resolved. Null in an open one was written by a version before. */
const currentSeverityOf = (alert: string): Sql =>
  raw(`case when ${alert}.status <> 'resolved' then coalesce(${alert}.current_severity, ${alert}.severity) end`)

/** Field of the alerts of rules that a device sends nothing. */
const OF_ANY_READING = 'last_seen'

/** Null fields do not filter. */
export interface AlertFilter {
  statuses: AlertStatus[] | null
  severities: Severity[] | null
  modules: Module[] | null
  deviceId: number | null
  /** Part of the device name, ignoring case. */
  deviceName?: string | null
  ruleKey?: string | null
  /** Without alerts that these devices send nothing. */
  lost?: readonly number[]
  /** Range of `triggered_at`, half-open. */
  from: Date | null
  to: Date | null
}

/** Newest first, with ids below `beforeId`. */
export async function listAlerts(
  db: Queryable,
  reach: Reach,
  filter: AlertFilter,
  page: { beforeId: number | null; limit: number },
): Promise<AlertRecord[]> {
  const { severities, modules } = filter
  const isOfSites = sitesWith(reach, 'viewer') !== 'all'
  const isNarrow = severities !== null || modules !== null
  const narrow = { 'a.module': modules ?? MODULES, 'a.severity': severities ?? SEVERITIES }
  const newest = newestOfEach({
    from: 'alerts as a',
    id: 'a.alert_id',
    before: page.beforeId,
    // Few devices of many have their alerts looked up one by one.
    values: isOfSites ? { 'a.device_id': devicesInReach(reach) } : isNarrow ? narrow : null,
    wanted: [...(await wantedOf(db, filter)), ...(isOfSites ? narrowing(filter) : [])],
    limit: page.limit,
  })
  return selectAlerts(db, reach, sql`a.alert_id = any (array(${newest})) order by a.alert_id desc`)
}

/** Open alerts in this order. The statuses of the filter must not include `resolved`. */
export async function listOpenAlerts(
  db: Queryable,
  reach: Reach,
  filter: AlertFilter,
  order: OpenOrder,
  page: { behind: SortPlace | null; limit: number },
): Promise<(AlertRecord & { place: SortPlace })[]> {
  return readSortedPage(
    db,
    {
      from: sql`alerts as a left join devices as d on d.id = a.device_id`,
      id: 'a.alert_id',
      ...sortedBy(order, { severity: 'a.severity', status: 'a.status', device: sql`d.name`, id: 'a.alert_id' }),
      wanted: [...(await wantedOf(db, filter)), ...narrowing(filter), ofDevicesInReach(reach, sql`a.device_id`)],
      ...page,
    },
    (ids) => selectAlerts(db, reach, sql`a.alert_id = any (${ids}::bigint[])`),
    ({ alert_id }) => alert_id,
  )
}

/** Conditions but for module and severity. */
async function wantedOf(db: Queryable, filter: AlertFilter): Promise<Sql[]> {
  const { statuses, deviceId, deviceName = null, ruleKey = null, lost = [], from, to } = filter
  // A separate query, since the best plan for the alerts depends on how many devices match.
  const named = deviceName === null ? null : await findDevicesCalled(db, deviceName)
  return [
    ...(statuses === null ? [] : [sql`a.status = any (${statuses})`]),
    // Repeats the condition of the partial index on open alerts, so that the planner can use it.
    ...(statuses === null || statuses.includes('resolved') ? [] : [sql`a.status <> 'resolved'`]),
    ...(deviceId === null ? [] : [sql`a.device_id = ${deviceId}`]),
    ...(named === null ? [] : [sql`a.device_id = any (${named}::integer[])`]),
    ...(ruleKey === null ? [] : [sql`a.rule_key = ${ruleKey}`]),
    ...(lost.length === 0
      ? []
      : [sql`not (a.field = ${OF_ANY_READING} and a.device_id = any (${integers(lost)}::integer[]))`]),
    ...(from === null ? [] : [sql`a.triggered_at >= ${from}`]),
    ...(to === null ? [] : [sql`a.triggered_at < ${to}`]),
  ]
}

const narrowing = ({ modules, severities }: AlertFilter): Sql[] => [
  ...(modules === null ? [] : [sql`a.module = any (${modules})`]),
  ...(severities === null ? [] : [sql`a.severity = any (${severities})`]),
]

async function findDevicesCalled(db: Queryable, part: string): Promise<number[]> {
  const devices = await db.query<{ id: number }>(sql`
    select id from devices where position(lower(${part}) in lower(name)) > 0 order by id`)
  return devices.map(({ id }) => id)
}

export async function findAlert(db: Queryable, reach: Reach, alertId: number): Promise<AlertWithNotes | null> {
  const [alert] = await selectAlerts(db, reach, sql`a.alert_id = ${alertId}`)
  if (alert === undefined) return null
  const notes = await db.query<AlertWithNotes['notes'][number]>(sql`
    select n.at, ${actorSql('n.at', 'author')} as by, n.text
    from alert_notes as n
    left join users as author on author.id = n.user_id
    where n.device_id = ${alert.device_id} and n.alert_id = ${alertId}
    order by n.note_id`)
  return { ...alert, notes }
}

/** Oldest first. */
export function listAlertsOfIncident(db: Queryable, reach: Reach, incidentId: number): Promise<AlertRecord[]> {
  return selectAlerts(db, reach, sql`a.incident_id = ${incidentId} order by a.alert_id`)
}

/** `which` is a condition, and an order behind it. */
function selectAlerts(db: Queryable, reach: Reach, which: Sql): Promise<AlertRecord[]> {
  return db.query<AlertRecord>(sql`
    select
      a.alert_id, a.device_id, d.name as device_name, d.metrics as device_metrics, ${siteNameSql('d.site_id')} as site, a.module, a.rule_key, a.rule_version, a.severity,
      ${currentSeverityOf('a')} as current_severity, a.status, a.title,
      a.title_of,
      a.field, a.threshold, a.triggered_value, a.last_value, a.peak_value, a.occurrences, a.triggered_at,
      a.acknowledged_at, ${actorSql('a.acknowledged_at', 'acknowledger')} as acknowledged_by,
      ${whileAcknowledged('a', FIRES_AGAIN_AT)} as acknowledged_until,
      ${whileAcknowledged('a', sql`a.snoozed_until`)} as snoozed_until, a.resolved_at,
      ${actorSql('a.resolved_at', 'resolver')} as resolved_by, a.resolve_reason, a.late,
      a.recovering and a.status <> 'resolved' as recovering, a.flapping and a.status <> 'resolved' as flapping,
      a.clear_since, ${actorSql('a.assigned_to', 'assignee')} as assigned_to, a.incident_id, a.silenced_by
    from listed_alerts as a
    join devices as d on d.id = a.device_id
    left join users as acknowledger on acknowledger.id = a.acknowledged_by
    left join users as resolver on resolver.id = a.resolved_by
    left join users as assignee on assignee.id = a.assigned_to
    where ${inReach(reach, 'viewer', sql`d.site_id`)} and ${which}`)
}
