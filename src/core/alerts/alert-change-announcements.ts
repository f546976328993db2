import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { TitleFacts } from '../vocabulary/titles.ts'
import { type Announcement, deviceLane, incidentLane } from '../webhooks/events/webhook-events.ts'
import { hasSubscribersSql } from '../webhooks/outbox/has-subscribers.ts'

type AlertChangeEvent = 'alert.acknowledged' | 'alert.resolved' | 'alert.escalated'

interface ChangedAlert {
  alert_id: number
  device_id: number
  site_id: number
  device_name: string
  tags: string[]
  severity: Severity
  title: string
  title_of: TitleFacts | null
  threshold: number | null
  module: Module
  rule_key: string
  incident_id: number | null
  last_value: number
  resolve_reason: string | null
  snoozed_until: Date | null
  person: { id: number; email: string } | null
}

/**
 * Announcements about alerts that have just changed, for receivers that subscribed to them. Called after the change is
 * written.
 */
export async function alertChangeAnnouncements(
  tx: Queryable,
  event: AlertChangeEvent,
  alertIds: readonly number[],
  now: Date,
): Promise<Announcement[]> {
  if (alertIds.length === 0) return []
  const alerts = await tx.query<ChangedAlert>(sql`
    select
      a.alert_id, a.device_id, d.site_id, d.name as device_name, d.tags, a.severity, a.title, a.title_of, a.threshold,
      a.module, a.rule_key, a.incident_id,
      a.last_value, a.resolve_reason, a.snoozed_until,
      case when u.id is not null then jsonb_build_object('id', u.id, 'email', u.email) end as person
    from alerts as a
    join devices as d on d.id = a.device_id
    left join users as u
      on u.id = case when ${event} = 'alert.resolved' then a.resolved_by else a.acknowledged_by end
    where a.alert_id = any (${[...alertIds]}::bigint[]) and ${hasSubscribersSql(event)}
    order by a.alert_id`)
  return alerts.map((alert) => ({
    event,
    data: { ...dataOf(alert), ...changeOf(event, alert, now) },
    site_id: alert.site_id,
    lane: alert.incident_id === null ? deviceLane(alert.device_id) : incidentLane(alert.incident_id),
    severity: alert.severity,
    module: alert.module,
    tags: alert.tags,
    title_of: alert.title_of,
  }))
}

const dataOf = (alert: ChangedAlert) => ({
  alert_id: alert.alert_id,
  device_name: alert.device_name,
  severity: alert.severity,
  title: alert.title,
  device_id: alert.device_id,
  module: alert.module,
  rule_key: alert.rule_key,
  incident_id: alert.incident_id,
})

function changeOf(event: AlertChangeEvent, alert: ChangedAlert, now: Date): object {
  const { person, snoozed_until, resolve_reason, last_value, threshold } = alert
  const by = { type: person === null ? 'system' : 'user', id: person?.id ?? null, email: person?.email ?? null }
  switch (event) {
    case 'alert.acknowledged':
      return { acknowledged_at: now, acknowledged_by: by, snoozed_until }
    case 'alert.resolved':
      return { resolved_at: now, resolved_by: by, resolve_reason: resolve_reason ?? 'cleared' }
    case 'alert.escalated':
      return { escalated_at: now, last_value, threshold }
  }
}
