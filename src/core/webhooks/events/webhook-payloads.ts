import Type, { type Static, type TObject } from 'typebox'
import {
  Count,
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  OneOf,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import { AnySiteNameShape, SiteNameShape } from '../../reach/site-name.ts'
import { ModuleShape, SeverityShape } from '../../vocabulary/shapes.ts'
import type { WebhookEvent } from './webhook-events.ts'

const name = (example: string) => Type.String({ examples: [example] })
const title = name('Systolic blood pressure above 180 mmHg')
const device_name = name('Bedside monitor')
const at = Type.Unsafe<Date>({ ...Time, examples: ['2026-11-21T12:20:22.128Z'] })
const person = Type.Object({ type: OneOf(['user', 'system']), id: NullableInteger, email: NullableText })
/** End of an acknowledgement; null: no time was chosen. */
const snoozedUntil = NullableTime
/** Fields of the alert events except `alert.triggered`, and of the incident events. */
const alert = {
  alert_id: Count,
  device_name,
  severity: SeverityShape,
  title,
  device_id: Count,
  module: ModuleShape,
  rule_key: name('health.systolic.high'),
  incident_id: NullableInteger,
}
const incident = {
  incident_id: Count,
  alert_id: NullableInteger,
  device_id: NullableInteger,
  device_name: NullableText,
  severity: SeverityShape,
  title,
}
/** Null if an incident concerns no device, or several. */
const deviceOfIncident = {
  device_id: NullableInteger,
  device_name: Type.Unsafe<string | null>({ ...NullableText, examples: ['Bedside monitor'] }),
}
const place = { lat: NullableNumber, lng: NullableNumber }

/**
 * The `data` of each event, in the order in which it is sent. Fields may be added, never removed: receivers ignore
 * unknown ones.
 */
export const WEBHOOK_PAYLOADS = {
  'alert.triggered': Type.Object(
    {
      alert_id: Count,
      device_name,
      severity: SeverityShape,
      title,
      triggered_value: Type.Number({ description: 'What was compared; 1 for a flag', examples: [185] }),
      device_id: Count,
      module: ModuleShape,
      rule_key: name('health.systolic.high'),
      field: name('metrics.systolic'),
      threshold: Type.Unsafe<number | null>({
        ...NullableNumber,
        description: 'The limit that was crossed; null for a flag',
        examples: [180],
      }),
      triggered_at: Type.Unsafe<Date>({ ...at, description: 'Event time of the reading' }),
      late: Type.Boolean({ description: 'Whether the reading arrived late', examples: [false] }),
      incident_id: NullableInteger,
      site: SiteNameShape,
    },
    { title: 'AlertTriggered', description: 'A rule raised a new alert. Sent once per alert.' },
  ),
  'incident.created': Type.Object(
    {
      incident_id: Count,
      alert_id: Type.Unsafe<number | null>({
        ...NullableInteger,
        description: 'The alert that opened it, if any',
        examples: [1],
      }),
      ...place,
      location_at: NullableTime,
      ...deviceOfIncident,
      severity: SeverityShape,
      title,
      status: OneOf(['open', 'acknowledged']),
      created_at: at,
      device_count: Type.Optional(
        Type.Integer({ description: 'Number of devices, if there are several', examples: [12] }),
      ),
      devices: Type.Optional(
        Type.Array(Type.Object({ id: Count, name: device_name }), { description: 'The first 50 of them' }),
      ),
      site: AnySiteNameShape,
    },
    {
      title: 'IncidentCreated',
      description: 'An alert, a person, or many devices that went offline at once opened an incident.',
    },
  ),
  'incident.resolved': Type.Object(
    {
      incident_id: Count,
      alert_id: NullableInteger,
      resolved_at: at,
      resolved_by: person,
      resolution: OneOf([
        'manual',
        'false_alarm',
        'duplicate',
        'test',
        'merged',
        'device_deleted',
        'device_handed_over',
        'auto',
      ]),
      note: NullableText,
      duration_s: Type.Integer({ description: 'Since it was opened', examples: [910] }),
      ...deviceOfIncident,
      severity: SeverityShape,
      title,
      alert_count: Count,
      ...place,
      site: AnySiteNameShape,
    },
    { title: 'IncidentResolved', description: 'An incident was resolved, by a person or automatically.' },
  ),
  'device.offline': Type.Object(
    {
      device_id: Count,
      device_name,
      last_seen: at,
      threshold_s: Type.Integer({ examples: [600] }),
      offline_since: at,
      module: ModuleShape,
      battery: NullableNumber,
      signal: NullableNumber,
      ...place,
      site: SiteNameShape,
    },
    { title: 'DeviceOffline', description: 'No data has arrived from a device for as long as its threshold.' },
  ),
  'alert.acknowledged': Type.Object(
    { ...alert, acknowledged_at: at, acknowledged_by: person, snoozed_until: snoozedUntil, site: SiteNameShape },
    { title: 'AlertAcknowledged', description: 'A person acknowledged an alert.' },
  ),
  'alert.resolved': Type.Object(
    { ...alert, resolved_at: at, resolved_by: person, resolve_reason: name('cleared'), site: SiteNameShape },
    { title: 'AlertResolved', description: 'An alert was resolved.' },
  ),
  'alert.escalated': Type.Object(
    {
      ...alert,
      escalated_at: at,
      last_value: Type.Number({ examples: [190] }),
      threshold: Type.Unsafe<number | null>({
        ...NullableNumber,
        description: 'The limit of this severity; null for a flag',
        examples: [180],
      }),
      site: SiteNameShape,
    },
    {
      title: 'AlertEscalated',
      description: 'An open alert became more severe than it has ever been. One that becomes milder sends nothing.',
    },
  ),
  'incident.acknowledged': Type.Object(
    { ...incident, acknowledged_at: at, acknowledged_by: person, snoozed_until: snoozedUntil, site: AnySiteNameShape },
    { title: 'IncidentAcknowledged', description: 'A person acknowledged an incident.' },
  ),
  'incident.reopened': Type.Object(
    { ...incident, reopened_at: at, ...place, site: AnySiteNameShape },
    {
      title: 'IncidentReopened',
      description:
        'An incident is open again: an alert fired again soon after its resolution, its acknowledgement expired, its snooze ended, or a person reopened it.',
    },
  ),
  'incident.nobody_told': Type.Object(
    {
      incident_id: Count,
      ...deviceOfIncident,
      severity: SeverityShape,
      title,
      policy: name('Everyone'),
      round: Type.Integer({ description: 'Of the escalation, starting at 1', examples: [1] }),
      created_at: at,
      site: AnySiteNameShape,
    },
    {
      title: 'IncidentNobodyTold',
      description: 'No notification of a round of its escalation was accepted: nobody knows of the incident.',
    },
  ),
  'device.online': Type.Object(
    {
      device_id: Count,
      device_name,
      online_at: at,
      module: ModuleShape,
      battery: NullableNumber,
      signal: NullableNumber,
      ...place,
      site: SiteNameShape,
    },
    { title: 'DeviceOnline', description: 'An offline device is back online.' },
  ),
  'webhook.test': Type.Object(
    { webhook_id: Count, webhook_name: name('Ticket system'), message: name('This is a test message from Tocsin') },
    { title: 'WebhookTest', description: 'A person tests the webhook. Sent once, whatever its events.' },
  ),
} as const satisfies Record<WebhookEvent, TObject>

export type WebhookData<Event extends WebhookEvent> = Static<(typeof WEBHOOK_PAYLOADS)[Event]>
