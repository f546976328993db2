import Type, { type TObject } from 'typebox'
import {
  Count,
  NullableInteger,
  NullableNumber,
  NullableText,
  NullableTime,
  OneOf,
  Time,
} from '../platform/http/shapes.ts'
import { ModuleShape, SeverityShape } from '../vocabulary/shapes.ts'
import type { WebhookEvent } from './webhook-events.ts'

const name = (example: string) => Type.String({ examples: [example] })
const title = name('Systolic blood pressure above 180 mmHg')
const device_name = name('Bedside monitor')
const at = Type.Unsafe<Date>({ ...Time, examples: ['2026-11-21T12:20:22.128Z'] })
const place = { lat: NullableNumber, lng: NullableNumber }

/**
 * The `data` of each event, in the order in which it is sent. Fields may be added, never taken away: receivers take
 * what they know.
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
      late: Type.Boolean({ description: 'Whether the reading came late', examples: [false] }),
      incident_id: NullableInteger,
    },
    { title: 'AlertTriggered', description: 'A rule raised a new alert. Told once per alert.' },
  ),
  'incident.created': Type.Object(
    {
      incident_id: Count,
      alert_id: Type.Integer({ description: 'The alert that opened it', examples: [1] }),
      ...place,
      location_at: NullableTime,
      device_id: Count,
      device_name,
      severity: SeverityShape,
      title,
      status: OneOf(['open']),
      created_at: at,
    },
    { title: 'IncidentCreated', description: 'An alert opened an incident.' },
  ),
  'incident.resolved': Type.Object(
    {
      incident_id: Count,
      alert_id: Count,
      resolved_at: at,
      resolved_by: Type.Object({ type: OneOf(['user', 'system']), id: NullableInteger, email: NullableText }),
      resolution: OneOf(['manual', 'false_alarm', 'duplicate', 'device_deleted', 'auto']),
      note: NullableText,
      duration_s: Type.Integer({ description: 'Since it was opened', examples: [910] }),
      device_id: Count,
      device_name,
      severity: SeverityShape,
      title,
      alert_count: Count,
      ...place,
    },
    { title: 'IncidentResolved', description: 'A person resolved an incident, or it resolved by itself.' },
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
    },
    { title: 'DeviceOffline', description: 'Nothing was heard of a device for as long as its threshold says.' },
  ),
} as const satisfies Record<WebhookEvent, TObject>
