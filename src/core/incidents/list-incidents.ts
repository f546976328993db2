import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { newestOfEach } from '../../platform/database/newest-of-each.ts'
import { readSortedPage, type SortPlace } from '../../platform/database/sorted-page.ts'
import { actorSql } from '../people/actor.ts'
import { inReach, type Reach, sitesWith } from '../reach/reach.ts'
import { siteNameSql } from '../reach/site-name.ts'
import { nameAtSite } from '../sites/former-sites.ts'
import { MODULES, type Module } from '../vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../vocabulary/severities.ts'
import type { IncidentStatus } from './incident.ts'
import type { IncidentRecord, IncidentWithTimeline } from './incident-shape.ts'
import { type OpenOrder, sortedBy } from './open-order.ts'
import { whileAcknowledged } from './snooze-store.ts'
import { entryText } from './timeline-texts.ts'

/** Equal incidents: of one rule and severity. */
export interface EqualIncidents {
  rule_key: string
  severity: Severity
}

/** Null fields do not filter. */
export interface IncidentFilter {
  statuses: IncidentStatus[] | null
  severities: Severity[] | null
  /** Modules of the reading that opened it, or else of its devices. */
  modules: Module[] | null
  deviceId: number | null
  /** A tag of devices that they are about. */
  tag?: string | null
  /** The rule of the alert that opened it. */
  ruleKey?: string | null
  /** Leaves out those of this rule with this severity. */
  without?: readonly EqualIncidents[]
  /** Range of `created_at`, half-open. */
  from: Date | null
  to: Date | null
}

/** The expression of its index. */
const OPENED_BY = "coalesce(i.module, 'none')"

/** Newest first, with ids below `beforeId`. */
export function listIncidents(
  db: Queryable,
  reach: Reach,
  filter: IncidentFilter,
  page: { beforeId: number | null; limit: number },
): Promise<IncidentRecord[]> {
  const { severities, modules } = filter
  const sites = sitesWith(reach, 'viewer')
  const isNarrow = severities !== null || modules !== null
  const narrow = { [OPENED_BY]: modules ?? [...MODULES, 'none'], 'i.severity': severities ?? SEVERITIES }
  const newest = newestOfEach({
    from: 'incidents as i',
    id: 'i.incident_id',
    before: page.beforeId,
    values: sites === 'all' ? (isNarrow ? narrow : null) : { 'i.site_id': sql`select unnest(${sites}::integer[])` },
    wanted: [...wantedOf(filter), ...(sites === 'all' ? [] : narrowing(filter))],
    limit: page.limit,
  })
  return selectIncidents(db, reach, sql`i.incident_id = any (array(${newest})) order by i.incident_id desc`)
}

/** Open and acknowledged incidents in this order. The statuses of the filter must not include `resolved`. */
export const listOpenIncidents = (
  db: Queryable,
  reach: Reach,
  filter: IncidentFilter,
  order: OpenOrder,
  page: { behind: SortPlace | null; limit: number },
): Promise<(IncidentRecord & { place: SortPlace })[]> =>
  readSortedPage(
    db,
    {
      from: sql`incidents as i left join devices as d on d.id = i.device_id`,
      id: 'i.incident_id',
      ...sortedBy(order, {
        severity: 'i.severity',
        status: 'i.status',
        device: nameAtSite('i.site_id'),
        id: 'i.incident_id',
      }),
      wanted: [...isWanted(filter), inReach(reach, 'viewer', sql`i.site_id`)],
      ...page,
    },
    (ids) => selectIncidents(db, reach, sql`i.incident_id = any (${ids}::bigint[])`),
    ({ incident_id }) => incident_id,
  )

/** Conditions but for module and severity. */
const wantedOf = ({ statuses, deviceId, tag, ruleKey, without = [], from, to }: IncidentFilter): Sql[] => [
  ...without.map(
    ({ rule_key, severity }) => sql`(i.rule_key is distinct from ${rule_key} or i.severity <> ${severity})`,
  ),
  ...(ruleKey == null ? [] : [sql`i.rule_key = ${ruleKey}`]),
  ...(statuses === null ? [] : [sql`i.status = any (${statuses})`]),
  // Repeats the condition of the partial index on open incidents, so that the planner can use it.
  ...(statuses === null || statuses.includes('resolved') ? [] : [sql`i.status <> 'resolved'`]),
  ...(deviceId === null ? [] : [isAbout(deviceId)]),
  ...(tag == null ? [] : [isAboutTag(tag)]),
  ...(from === null ? [] : [sql`i.created_at >= ${from}`]),
  ...(to === null ? [] : [sql`i.created_at < ${to}`]),
]

/** Conditions of the whole filter. */
export const isWanted = (filter: IncidentFilter): Sql[] => [...wantedOf(filter), ...narrowing(filter)]

const narrowing = ({ modules, severities }: IncidentFilter): Sql[] => [
  ...(modules === null ? [] : [sql`i.module = any (${modules})`]),
  ...(severities === null ? [] : [sql`i.severity = any (${severities})`]),
]

/** Incidents of the device itself, incidents it was merged into, and storms it was part of. */
export const isAbout = (deviceId: number): Sql => sql`
  i.incident_id = any (array(
    select o.incident_id from incidents as o where o.device_id = ${deviceId}
    union
    select a.incident_id from alerts as a where a.device_id = ${deviceId}
    union
    select s.incident_id from storm_devices as s where s.device_id = ${deviceId}
  ))`

/** Incidents of a device with the tag, with an alert of one, or of a storm with one. */
export const isAboutTag = (tag: string): Sql => {
  const tagged = sql`select t.id from devices as t where ${tag}::text = any (t.tags)`
  return sql`(
    i.device_id in (${tagged})
    or exists (select from alerts as a where a.incident_id = i.incident_id and a.device_id in (${tagged}))
    or exists (select from storm_devices as s where s.incident_id = i.incident_id and s.device_id in (${tagged}))
  )`
}

export async function findIncident(
  db: Queryable,
  reach: Reach,
  incidentId: number,
): Promise<IncidentWithTimeline | null> {
  const [incident] = await selectIncidents(db, reach, sql`i.incident_id = ${incidentId}`)
  if (incident === undefined) return null
  const devices = await db.query<{ id: number; name: string }>(sql`
    select d.id, ${nameAtSite('i.site_id')} as name
    from devices as d
    cross join (select ${incident.site?.id ?? null}::integer as site_id) as i
    where d.id = ${incident.device_id}::integer
      or d.id in (select a.device_id from alerts as a where a.incident_id = ${incidentId})
      or d.id in (select s.device_id from storm_devices as s where s.incident_id = ${incidentId})
    order by d.id`)
  const entries = await db.query<StoredEntry>(sql`
    select t.at, t.kind, ${actorSql('t.at', 'author')} as by, t.text, t.facts
    from incident_timeline as t
    left join users as author on author.id = t.user_id
    where t.incident_id = ${incidentId}
    order by t.entry_id`)
  return { ...incident, devices, timeline: entries.map((entry) => ({ ...entry, text: entryText(entry) })) }
}

type StoredEntry = Omit<IncidentWithTimeline['timeline'][number], 'text'> & { text: string | null }

/** `which` is a condition, and an order behind it. */
export function selectIncidents(db: Queryable, reach: Reach, which: Sql): Promise<IncidentRecord[]> {
  return db.query<IncidentRecord>(sql`
    select
      i.incident_id, i.status, i.severity, i.current_severity, i.title, i.title_of, i.origin, i.storm_tag,
      i.storm_population, i.storm_devices, ${siteNameSql('i.site_id')} as site, i.device_id, ${nameAtSite('i.site_id')} as device_name,
      i.alert_id, i.alert_ids,
      i.lat, i.lng, i.location_at, i.created_at, i.acknowledged_at,
      ${actorSql('i.acknowledged_at', 'acknowledger')} as acknowledged_by,
      ${whileAcknowledged('i', sql`i.open_again_at`)} as acknowledged_until,
      ${whileAcknowledged('i', sql`i.snoozed_until`)} as snoozed_until,
      ${actorSql('i.assigned_to', 'assignee')} as assigned_to, i.resolved_at,
      ${actorSql('i.resolved_at', 'resolver')} as resolved_by, i.resolution, i.note, i.merged_into,
      i.previous_incident_id, i.silenced_by
    from listed_incidents as i
    left join devices as d on d.id = i.device_id
    left join users as acknowledger on acknowledger.id = i.acknowledged_by
    left join users as assignee on assignee.id = i.assigned_to
    left join users as resolver on resolver.id = i.resolved_by
    where ${inReach(reach, 'viewer', sql`i.site_id`)} and ${which}`)
}
