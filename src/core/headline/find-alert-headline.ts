import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import { endOfSeverity, latestRise, type OpenTowns, placeNamer, valueBefore } from './find-headlines.ts'
import { type Headline, type HeadlineFacts, headlineOf } from './headline.ts'

interface FoundAlert extends Omit<HeadlineFacts, 'alert' | 'storm' | 'titled' | 'present' | 'other'> {
  site_id: number | null
  alert: Omit<NonNullable<HeadlineFacts['alert']>, 'triggered_at'>
}

/** The headline of an alert: that of an incident with this alert alone. Two statements. Null if it is not in reach. */
export async function findAlertHeadline(
  db: Queryable,
  reach: Reach,
  alertId: number,
  openTowns: OpenTowns,
  now: Date,
): Promise<Headline | null> {
  const [found] = await findFacts(db, reach, alertId, now)
  if (found === undefined) return null
  const { site_id, alert, ...facts } = found
  const placeOf = await placeNamer(db, found.lat === null ? [] : [site_id], openTowns)
  return headlineOf(
    {
      ...facts,
      alert: { ...alert, triggered_at: facts.created_at },
      storm: null,
      titled: null,
      present: null,
      other: null,
    },
    placeOf(site_id),
    now,
  )
}

/** The location is that of its incident; without one, that of the device while the alert is open. */
const findFacts = (db: Queryable, reach: Reach, alertId: number, now: Date): Promise<FoundAlert[]> =>
  db.query<FoundAlert>(sql`
    select
      d.site_id, a.severity, now_as.current_severity, a.title, a.title_of, a.triggered_at as created_at,
      coalesce(i.lat, s.lat) as lat, coalesce(i.lng, s.lng) as lng, coalesce(i.location_at, s.location_at) as location_at,
      case when a.status <> 'resolved' then a.clear_since end as cleared_since,
      case when now_as.current_severity is distinct from a.severity then (
        select case when not bool_or(t.kind in ('created', 'alert_added')) then min(t.at) end
        from incident_timeline as t
        where t.incident_id = a.incident_id and t.kind in ('created', 'alert_added', 'alert_reopened', 'severity_changed')
          and t.facts -> 'title_of' = a.title_of and t.facts ->> 'severity' = a.severity
      ) else (${latestRise(sql`a.severity`, sql`t.incident_id = a.incident_id and t.at >= a.triggered_at and t.facts -> 'title_of' ->> 'key' = a.rule_key and t.facts -> 'title_of' ->> 'device' = a.title_of ->> 'device'`)}) end as rose_at,
      case when now_as.current_severity <> a.severity then (${endOfSeverity(sql`m.device_id = a.device_id and m.alert_id = a.alert_id`)}) end as fell_at,
      d.name as device_name, d.id as device_id, a.module, site.name as site_name, d.notes, d.metrics,
      jsonb_build_object(
        'field', a.field, 'severity', a.severity, 'threshold', a.threshold, 'last_value', a.last_value,
        'triggered_value', a.triggered_value, 'peak_value', a.peak_value,
        'value_before', ${valueBefore(now)},
        'current_severity', now_as.current_severity,
        'condition', v.definition -> 'condition', 'unit', v.definition -> 'unit'
      ) as alert
    from listed_alerts as a
    cross join lateral (
      select case when a.status <> 'resolved' then coalesce(a.current_severity, a.severity) end as current_severity
    ) as now_as
    join devices as d on d.id = a.device_id
    left join incidents as i on i.incident_id = a.incident_id and i.device_id = a.device_id
    left join device_states as s on s.device_id = a.device_id and a.status <> 'resolved' and i.lat is null
    left join sites as site on site.id = d.site_id
      and exists (select from sites as other where other.id <> d.site_id and other.deleted_at is null)
    left join rule_versions as v
      on v.key = a.rule_key and v.version = coalesce((a.title_of ->> 'version')::integer, a.rule_version)
    where a.alert_id = ${alertId}::bigint and ${inReach(reach, 'viewer', sql`d.site_id`)}`)
