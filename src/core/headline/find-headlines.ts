import sql, { type Sql } from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Coordinates } from '../../platform/great-circle.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { nameAtSite } from '../sites/former-sites.ts'
import { SEVERITIES } from '../vocabulary/severities.ts'
import { type Headline, type HeadlineFacts, headlineOf } from './headline.ts'
import { areaAround, measuredArea, type NamedArea, type Place } from './nearest-town.ts'

/** The nearest town of a place. */
export type FindTown = (point: Coordinates) => Place | null
/** Makes it ready. */
export type OpenTowns = () => Promise<FindTown>
/** For places that nobody reads. */
export const noTowns: OpenTowns = async () => () => null

interface FoundFacts extends HeadlineFacts {
  incident_id: number
  site_id: number | null
}

/** The headlines of these incidents, by id. Two statements, however many there are. */
export const findHeadlines = (
  db: Queryable,
  incidentIds: readonly ReachedId<'incident'>[],
  openTowns: OpenTowns,
  now: Date,
): Promise<Map<number, Headline>> => lookUpHeadlines(db, incidentIds, openTowns, now)

/** The same for the service itself, which sends to whoever reaches them. */
export async function lookUpHeadlines(
  db: Queryable,
  incidentIds: readonly number[],
  openTowns: OpenTowns,
  now: Date,
): Promise<Map<number, Headline>> {
  if (incidentIds.length === 0) return new Map()
  const found = await findFacts(db, incidentIds, now)
  const sites = found.flatMap(({ site_id, lat }) => (lat === null ? [] : [site_id]))
  const placeOf = await placeNamer(db, sites, openTowns)
  return new Map(
    found.map(({ incident_id, site_id, ...facts }) => [incident_id, headlineOf(facts, placeOf(site_id), now)]),
  )
}

/** Names places of a site. */
export type PlaceNamer = (siteId: number | null) => (point: Coordinates) => Place | null

/** Names places of these sites: by their geofences, else by towns. */
export async function placeNamer(
  db: Queryable,
  sites: readonly (number | null)[],
  openTowns: OpenTowns,
): Promise<PlaceNamer> {
  const known = sites.filter((id) => id !== null)
  const areas = (await listAreas(db, known)).map(({ site_id, ...area }) => ({ site_id, ...measuredArea(area) }))
  const findTown = sites.length === 0 ? () => null : await openTowns()
  return (siteId) => {
    const own = areas.filter((area) => area.site_id === null || area.site_id === siteId)
    return (point) => areaAround(own, point) ?? findTown(point)
  }
}

/** A geofence of the whole installation has names that every site may see. */
const listAreas = (db: Queryable, sites: readonly number[]): Promise<(NamedArea & { site_id: number | null })[]> =>
  db.query(sql`
    select g.site_id, g.name, g.fence
    from geofences as g
    where g.site_id is null or g.site_id = any (${[...sites]}::integer[])
    order by g.name, g.id`)

/** Older readings say nothing about whether a value still gets worse. */
const LATELY_S = 3_600

/** Selects the value before the last one of the joined alert `a`, if the last one is the worst and not the first. */
export const valueBefore = (now: Date): Sql => sql`
  case when a.status <> 'resolved' and a.last_value = a.peak_value and a.last_value <> a.triggered_value then (
    select (r.metrics ->> substr(a.field, 9))::float8
    from reading_rows as r
    where r.device_id = a.device_id and r.at > ${secondsAfter(now, -LATELY_S)} and a.field like 'metrics.%'
      and r.metrics ? substr(a.field, 9)
    order by r.at desc, r.digest desc
    limit 1 offset 1
  ) end`

const otherAlert = (m: Sql): Sql => sql`jsonb_build_object(
  'field', ${m}.field, 'severity', ${m}.severity, 'threshold', ${m}.threshold, 'is_cleared', false, 'value_before', null,
  'current_severity', coalesce(${m}.current_severity, ${m}.severity), 'last_value', ${m}.last_value,
  'triggered_value', ${m}.triggered_value, 'peak_value', ${m}.peak_value,
  'condition', ${m}.definition -> 'condition', 'unit', ${m}.definition -> 'unit'
)`

/** Kinds of entries that tell the severity of an alert as it was then. */
const TELLS_SEVERITY = sql`('created', 'alert_added', 'severity_changed', 'reopened', 'alert_reopened')`
const tellsOf = sql`
  t.incident_id = m.incident_id and t.facts -> 'title_of' ->> 'key' = m.rule_key
  and t.facts -> 'title_of' ->> 'device' = m.title_of ->> 'device'`

/**
 * Selects when the last of these alerts (`m`) was no longer of its severity: when it became milder, as the timeline of its
 * incident tells, else when it was resolved. Null unless that is known of each, and none was so after all others had ended.
 */
export const endOfSeverity = (ofAlerts: Sql): Sql => sql`
  select case when bool_and(fall.at is not null) and max(worst.at) <= min(fall.at) then max(fall.at) end
  from alerts as m
  cross join lateral (
    select min(t.entry_id) as entry_id, min(t.at) as at
    from incident_timeline as t
    where ${tellsOf} and t.kind in ${TELLS_SEVERITY} and t.facts ->> 'severity' = m.severity
    having count(*) = 1
  ) as worst
  cross join lateral (
    select case when worst.entry_id is not null then least(min(t.at), case when m.status = 'resolved' then m.resolved_at end) end as at
    from incident_timeline as t
    where ${tellsOf} and t.kind = 'severity_changed' and t.facts ->> 'severity' <> m.severity
      and t.entry_id > worst.entry_id
  ) as fall
  where ${ofAlerts}`

/**
 * Selects when an incident, of which something is of this severity at present, became so once more after it was not, as the
 * timeline tells of these alerts (`t`). Null: it has been so without a break.
 */
export const latestRise = (severity: Sql, ofAlerts: Sql): Sql => sql`
  select case when max(phase.at) filter (where phase.begins) > min(phase.at) then max(phase.at) filter (where phase.begins) end
  from (
    select
      state.at,
      state.at > max(state.until) over (
        order by state.at, state.entry_id rows between unbounded preceding and 1 preceding
      ) as begins
    from (
      select
        t.at, t.entry_id, t.kind, t.facts ->> 'severity' as severity,
        coalesce(
          lead(t.at) over (
            partition by t.facts -> 'title_of' ->> 'key', t.facts -> 'title_of' ->> 'device' order by t.entry_id
          ),
          'infinity'
        ) as until
      from incident_timeline as t
      where ${ofAlerts} and (t.kind in ${TELLS_SEVERITY} or t.kind = 'alert_resolved')
        and t.facts -> 'title_of' ->> 'of' = 'rule'
    ) as state
    where state.severity = ${severity} and state.kind <> 'alert_resolved'
  ) as phase`

/** Whether the timeline tells of all alerts of an incident that are of its severity at present. */
const tellsOfAll = sql`
  not exists (
    select from alerts as m
    where m.incident_id = i.incident_id and m.status <> 'resolved'
      and coalesce(m.current_severity, m.severity) = i.severity and m.title_of ->> 'of' is distinct from 'rule'
  )`

/**
 * The alert is the one whose severity is that of the incident; of several, one that is open; then the first. The notes
 * are those of a device that is still in the site of the incident.
 */
function findFacts(db: Queryable, incidentIds: readonly number[], now: Date): Promise<FoundFacts[]> {
  return db
    .query<FoundFacts>(sql`
    select
      i.incident_id, i.site_id, i.severity, i.current_severity, i.title, i.title_of, i.created_at, i.cleared_since,
      i.lat, i.lng, i.location_at, ${nameAtSite('i.site_id')} as device_name, coalesce(a.module, i.module) as module,
      site.name as site_name,
      case when i.site_id is null or d.site_id = i.site_id then d.id end as device_id,
      case when i.site_id is null or d.site_id = i.site_id then d.notes end as notes,
      case when i.site_id is null or d.site_id = i.site_id then d.metrics else '{}' end as metrics,
      case when a.alert_id is not null then jsonb_build_object(
        'field', a.field, 'severity', a.severity, 'threshold', a.threshold, 'last_value', a.last_value,
        'is_cleared', a.resolve_reason is not distinct from 'cleared', 'triggered_value', a.triggered_value, 'peak_value', a.peak_value,
        'value_before', ${valueBefore(now)},
        'current_severity', case when a.status <> 'resolved' then coalesce(a.current_severity, a.severity) end,
        'condition', v.definition -> 'condition', 'unit', v.definition -> 'unit'
      ) end as alert,
      case when named.field is not null then jsonb_build_object(
        'field', named.field, 'condition', named.definition -> 'condition', 'unit', named.definition -> 'unit'
      ) end as titled,
      a.triggered_at,
      coalesce(
        case when i.current_severity = i.severity and ${tellsOfAll} then (${latestRise(sql`i.severity`, sql`t.incident_id = i.incident_id`)}) end,
        (
          select case when not bool_or(t.kind in ('created', 'alert_added')) then min(t.at) end
          from incident_timeline as t
          where t.incident_id = i.incident_id and t.kind in ('created', 'alert_added', 'alert_reopened', 'severity_changed')
            and coalesce(t.facts ->> 'to', t.facts ->> 'severity') = i.severity
        )
      ) as rose_at,
      case when i.current_severity is distinct from i.severity then (${endOfSeverity(sql`m.incident_id = i.incident_id and m.severity = i.severity`)}) end as fell_at,
      case when now_as.field is not null then ${otherAlert(sql`now_as`)} end as present,
      case when other.field is not null then jsonb_build_object(
        'alert', ${otherAlert(sql`other`)}, 'title', other.title, 'title_of', other.title_of, 'more', other.count - 1,
        'device_name', other.device_name, 'metrics', other.metrics
      ) end as other,
      case when i.origin = 'storm' then jsonb_build_object(
        'where', coalesce(i.storm_tag, site.name), 'population', i.storm_population,
        'count', coalesce(nullif(lost.count, 0), (i.title_of ->> 'count')::integer, i.storm_devices), 'first', lost.first
      ) end as storm
    from listed_incidents as i
    left join lateral (
      select m.*
      from alerts as m
      where m.incident_id = i.incident_id
      order by m.severity = i.severity desc, array_position(${SEVERITIES}::text[], m.severity) desc,
        m.status = 'resolved', m.alert_id
      limit 1
    ) as a on true
    left join devices as d on d.id = coalesce(a.device_id, i.device_id)
    left join lateral (
      select m.field, r.definition
      from alerts as m
      join rule_versions as r on r.key = m.rule_key and r.version = (i.title_of ->> 'version')::integer
      where m.incident_id = i.incident_id and m.title_of = i.title_of
      limit 1
    ) as named on true
    left join lateral (
      select m.*, r.definition
      from alerts as m
      left join rule_versions as r
        on r.key = m.rule_key and r.version = coalesce((m.title_of ->> 'version')::integer, m.rule_version)
      where m.incident_id = i.incident_id and m.device_id = a.device_id and m.status <> 'resolved'
        and coalesce(m.current_severity, m.severity) = i.current_severity
      order by m.field = a.field desc, m.alert_id
      limit 1
    ) as now_as on i.current_severity <> i.severity
      and (a.status = 'resolved' or coalesce(a.current_severity, a.severity) <> i.current_severity)
    left join lateral (
      select
        m.*, r.definition, count(*) over ()::integer as count,
        case when m.device_id <> a.device_id then ${nameAtSite('i.site_id')} end as device_name,
        case when i.site_id is null or d.site_id = i.site_id then d.metrics else '{}' end as metrics
      from alerts as m
      join devices as d on d.id = m.device_id
      left join rule_versions as r
        on r.key = m.rule_key and r.version = coalesce((m.title_of ->> 'version')::integer, m.rule_version)
      where m.incident_id = i.incident_id and m.status <> 'resolved'
        and coalesce(m.current_severity, m.severity) in ('warning', 'critical')
        and m.alert_id <> a.alert_id and m.alert_id is distinct from now_as.alert_id
      order by array_position(${SEVERITIES}::text[], coalesce(m.current_severity, m.severity)) desc,
        (m.device_id, m.field) = (a.device_id, a.field), m.alert_id
      limit 1
    ) as other on i.origin <> 'storm'
    left join sites as site on site.id = i.site_id
      and exists (select from sites as other where other.id <> i.site_id and other.deleted_at is null)
    left join lateral (
      select
        count(*) filter (where s.status = 'offline' and d.enabled)::integer as count,
        (array_agg(${nameAtSite('i.site_id')} order by s.offline_at, d.id))[1] as first
      from storm_devices as m
      join devices as d on d.id = m.device_id
      join device_states as s on s.device_id = m.device_id
      where m.incident_id = i.incident_id
    ) as lost on i.origin = 'storm'
    left join rule_versions as v
      on v.key = a.rule_key and v.version = coalesce((a.title_of ->> 'version')::integer, a.rule_version)
    where i.incident_id = any (${[...incidentIds]}::bigint[])`)
    .then((rows) =>
      rows.map(({ triggered_at, alert, present, other, ...facts }: FoundFacts & { triggered_at?: Date }) => ({
        ...facts,
        alert: alert === null ? null : { ...alert, triggered_at: triggered_at! },
        present: present && { ...present, triggered_at: facts.created_at },
        other: other && { ...other, alert: { ...other.alert, triggered_at: facts.created_at } },
      })),
    )
}
