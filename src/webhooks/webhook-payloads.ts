import Type, { type Static, type TObject } from 'typebox'
import {
  Count,
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  Text,
  Time,
} from '../platform/http/shapes.ts'
import { MODULES } from '../vocabulary/modules.ts'
import { SEVERITIES } from '../vocabulary/severities.ts'

const Severity = Type.Enum([...SEVERITIES])
const Module = Type.Enum([...MODULES])
const Person = Type.Object({
  type: Type.Enum(['user', 'system']),
  id: NullableInteger,
  email: NullableText,
})
const position = { lat: NullableNumber, lng: NullableNumber }
const deviceNames = { device_id: Count, device_name: Text }

const AlertTriggered = Type.Object({
  alert_id: Count,
  device_name: Text,
  severity: Severity,
  title: Text,
  triggered_value: Type.Number(),
  device_id: Count,
  module: Module,
  rule_key: Text,
  field: Text,
  threshold: NullableNumber,
  triggered_at: Time,
  late: Type.Boolean(),
  incident_id: NullableInteger,
})

/** What every further event of an alert tells. */
const Alert = {
  alert_id: Count,
  device_name: Text,
  severity: Severity,
  title: Text,
  device_id: Count,
  module: Module,
  rule_key: Text,
  incident_id: NullableInteger,
}

const Incident = {
  incident_id: Count,
  alert_id: Count,
  ...position,
  ...deviceNames,
  severity: Severity,
  title: Text,
}

/** The `data` of every event, as docs/webhooks.md describes it. New members may be added. */
export const WEBHOOK_PAYLOADS = {
  'alert.triggered': AlertTriggered,
  'incident.created': Type.Object({ ...Incident, location_at: NullableTime, status: Text, created_at: Time }),
  'incident.resolved': Type.Object({
    ...Incident,
    resolved_at: Time,
    resolved_by: Person,
    resolution: Text,
    note: NullableText,
    duration_s: Count,
    alert_count: Count,
  }),
  'device.offline': Type.Object({
    ...deviceNames,
    last_seen: Time,
    threshold_s: Count,
    offline_since: Time,
    module: Module,
    battery: NullableNumber,
    signal: NullableNumber,
    ...position,
  }),
  'alert.acknowledged': Type.Object({ ...Alert, acknowledged_at: Time, acknowledged_by: Person }),
  'alert.resolved': Type.Object({ ...Alert, resolved_at: Time, resolved_by: Person, resolve_reason: Text }),
  'alert.escalated': Type.Object({
    ...Alert,
    triggered_value: Type.Number(),
    threshold: NullableNumber,
    escalated_at: Time,
  }),
  'incident.acknowledged': Type.Object({ ...Incident, acknowledged_at: Time, acknowledged_by: Person }),
  'incident.reopened': Type.Object({ ...Incident, reopened_at: Time }),
  'device.online': Type.Object({
    ...deviceNames,
    online_at: Time,
    module: Module,
    battery: NullableNumber,
    signal: NullableNumber,
    ...position,
  }),
  'webhook.test': Type.Object({ webhook_id: Count, webhook_name: Text, message: Text }),
} satisfies Record<string, TObject>

export type WebhookEvent = keyof typeof WEBHOOK_PAYLOADS
export type WebhookData<Event extends WebhookEvent = WebhookEvent> = Static<(typeof WEBHOOK_PAYLOADS)[Event]>
