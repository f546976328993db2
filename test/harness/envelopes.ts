import type { Envelope } from '../../src/core/webhooks/events/envelope.ts'

const timestamp = '2026-11-21T12:20:22.128Z'
/** A name that is a mention, a link, markup or a separate line unless it is escaped. */
export const HOSTILE_NAME = '<!channel> @everyone *Boiler* [x](http://e.vil) & <b>\n#7'
const alert = {
  alert_id: 1,
  device_name: HOSTILE_NAME,
  severity: 'critical',
  title: 'Systolic blood pressure above 180 mmHg',
  device_id: 1,
  module: 'health',
  rule_key: 'health.systolic.high',
  incident_id: 7,
} as const
const incident = { incident_id: 7, alert_id: 1, device_id: 1, device_name: HOSTILE_NAME, title: alert.title } as const
const person = { type: 'user', id: 2, email: 'op@example.org' } as const
const site = { id: 1, name: 'Home' }
const system = { type: 'system', id: null, email: null } as const
const place = { lat: 52.379189, lng: 4.899431 }

/** One envelope of each event. */
export const ENVELOPES: { [Event in Envelope['event']]: Extract<Envelope, { event: Event }> } = {
  'alert.triggered': {
    event: 'alert.triggered',
    timestamp,
    data: {
      ...alert,
      triggered_value: 185,
      field: 'metrics.systolic',
      threshold: 180,
      triggered_at: timestamp,
      late: true,
      site,
    },
  },
  'incident.created': {
    event: 'incident.created',
    timestamp,
    data: {
      ...incident,
      ...place,
      severity: 'warning',
      location_at: timestamp,
      status: 'open',
      created_at: timestamp,
      site,
    },
  },
  'incident.nobody_told': {
    event: 'incident.nobody_told',
    timestamp,
    data: {
      incident_id: 7,
      device_id: 1,
      device_name: HOSTILE_NAME,
      title: alert.title,
      severity: 'critical',
      policy: 'Everyone',
      round: 1,
      created_at: timestamp,
      site,
    },
  },
  'incident.resolved': {
    event: 'incident.resolved',
    timestamp,
    data: {
      ...incident,
      ...place,
      severity: 'critical',
      resolved_at: timestamp,
      resolved_by: person,
      resolution: 'false_alarm',
      note: 'Cuff was loose',
      duration_s: 910,
      alert_count: 1,
      site,
    },
  },
  'device.offline': {
    event: 'device.offline',
    timestamp,
    data: {
      device_id: 1,
      device_name: HOSTILE_NAME,
      last_seen: timestamp,
      threshold_s: 600,
      offline_since: timestamp,
      module: 'fleet',
      battery: 85.5,
      signal: -78,
      lat: null,
      lng: null,
      site,
    },
  },
  'alert.acknowledged': {
    event: 'alert.acknowledged',
    timestamp,
    data: { ...alert, acknowledged_at: timestamp, acknowledged_by: person, snoozed_until: null, site },
  },
  'alert.resolved': {
    event: 'alert.resolved',
    timestamp,
    data: { ...alert, incident_id: null, resolved_at: timestamp, resolved_by: system, resolve_reason: 'cleared', site },
  },
  'alert.escalated': {
    event: 'alert.escalated',
    timestamp,
    data: { ...alert, escalated_at: timestamp, last_value: 190, threshold: 180, site },
  },
  'incident.acknowledged': {
    event: 'incident.acknowledged',
    timestamp,
    data: {
      ...incident,
      severity: 'critical',
      acknowledged_at: timestamp,
      acknowledged_by: person,
      snoozed_until: timestamp,
      site,
    },
  },
  'incident.reopened': {
    event: 'incident.reopened',
    timestamp,
    data: { ...incident, ...place, severity: 'critical', reopened_at: timestamp, site },
  },
  'device.online': {
    event: 'device.online',
    timestamp,
    data: {
      device_id: 1,
      device_name: HOSTILE_NAME,
      online_at: timestamp,
      module: 'fleet',
      battery: null,
      signal: null,
      ...place,
      site,
    },
  },
  'webhook.test': {
    event: 'webhook.test',
    timestamp,
    data: { webhook_id: 3, webhook_name: HOSTILE_NAME, message: 'This is a test message from Tocsin' },
  },
}
