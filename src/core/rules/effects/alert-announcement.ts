import { type Announcement, deviceLane, incidentLane } from '../../webhooks/events/webhook-events.ts'
import type { AlertChange } from '../engine/fold-effects.ts'

/** `alert.triggered`, for an alert raised by this change: what was true when it began. */
export function alertTriggered(change: AlertChange, incidentId: number | null): Announcement {
  const { device, rule, alert, raised } = change
  const { severity, title, title_of, threshold } = change.first!
  return {
    event: 'alert.triggered',
    data: {
      alert_id: alert.alert_id,
      device_name: device.name,
      severity,
      title,
      triggered_value: raised!.value,
      device_id: device.id,
      module: change.module,
      rule_key: rule.key,
      field: rule.field,
      threshold,
      triggered_at: new Date(raised!.at),
      late: raised!.late,
      incident_id: incidentId,
    },
    site_id: device.site_id,
    lane: incidentId === null ? deviceLane(device.id) : incidentLane(incidentId),
    severity,
    module: change.module,
    tags: device.tags,
    title_of,
    rule_key: rule.key,
    is_safety: rule.incident.own,
  }
}
