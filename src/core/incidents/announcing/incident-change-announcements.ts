import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { nameAtSite } from '../../sites/former-sites.ts'
import type { Module } from '../../vocabulary/modules.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import type { TitleFacts } from '../../vocabulary/titles.ts'
import { type Announcement, incidentLane } from '../../webhooks/events/webhook-events.ts'
import { hasSubscribersSql } from '../../webhooks/outbox/has-subscribers.ts'

type IncidentChangeEvent = 'incident.acknowledged' | 'incident.reopened'

interface ChangedIncident {
  incident_id: number
  site_id: number | null
  alert_id: number | null
  device_id: number | null
  device_name: string | null
  severity: Severity
  title: string
  title_of: TitleFacts | null
  lat: number | null
  lng: number | null
  module: Module | null
  tags: string[]
  person: { id: number; email: string } | null
  snoozed_until: Date | null
}

/**
 * Announcements about incidents that have just changed, for receivers that subscribed to them. Called after the change
 * is written.
 */
export async function incidentChangeAnnouncements(
  tx: Queryable,
  event: IncidentChangeEvent,
  incidentIds: readonly number[],
  now: Date,
): Promise<Announcement[]> {
  if (incidentIds.length === 0) return []
  const incidents = await tx.query<ChangedIncident>(sql`
    select
      i.incident_id, i.site_id, i.alert_id, i.device_id, ${nameAtSite('i.site_id')} as device_name, i.severity, i.title,
      i.title_of, i.lat, i.lng,
      coalesce(d.module, i.module) as module, coalesce(d.tags, array_remove(array[i.storm_tag], null)) as tags,
      case when u.id is not null then jsonb_build_object('id', u.id, 'email', u.email) end as person,
      i.snoozed_until
    from incidents as i
    left join devices as d on d.id = i.device_id
    left join users as u on u.id = i.acknowledged_by
    where i.incident_id = any (${[...incidentIds]}::bigint[]) and ${hasSubscribersSql(event)}
    order by i.incident_id`)
  return incidents.map(({ site_id, module, tags, title_of, person, snoozed_until, lat, lng, ...incident }) => ({
    event,
    data: {
      ...incident,
      ...(event === 'incident.reopened'
        ? { reopened_at: now, lat, lng }
        : {
            acknowledged_at: now,
            acknowledged_by: {
              type: person === null ? 'system' : 'user',
              id: person?.id ?? null,
              email: person?.email ?? null,
            },
            snoozed_until,
          }),
    },
    site_id,
    lane: incidentLane(incident.incident_id),
    severity: incident.severity,
    module,
    tags,
    title_of,
  }))
}
