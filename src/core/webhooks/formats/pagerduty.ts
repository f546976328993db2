import type { Envelope } from '../events/envelope.ts'
import { cut, messageOf, type Present } from './event-texts.ts'

type Action = 'trigger' | 'acknowledge' | 'resolve'

/**
 * Body for the Events API v2 of PagerDuty without the routing key, which is added when it is sent. An incident here is
 * an alert there. Null for events of single alerts: the end of one alert does not end its incident.
 */
export function pagerdutyBody(envelope: Envelope, present: Present | null = null): string | null {
  const step = stepOf(envelope)
  if (step === null) return null
  const head = { event_action: step.action, dedup_key: step.key }
  if (step.action !== 'trigger') return JSON.stringify(head)
  const { title, tone, facts, at } = messageOf(envelope, present)
  const { data } = envelope
  const payload = {
    summary: cut(title, 1_024),
    source: cut(('device_name' in data ? data.device_name : null) ?? 'Tocsin', 255),
    severity: tone === 'good' ? 'info' : tone,
    timestamp: at,
    class: envelope.event,
    ...('module' in data ? { component: data.module } : {}),
    custom_details: Object.fromEntries(facts.map(({ name, value }) => [name, value])),
  }
  return JSON.stringify({ ...head, client: 'Tocsin', payload })
}

function stepOf({ event, data }: Envelope): { action: Action; key: string } | null {
  const ofIncident = (action: Action, id: number) => ({ action, key: `tocsin-incident-${id}` })
  const ofAlert = (action: Action, alert: { alert_id: number; incident_id: number | null }) =>
    alert.incident_id === null ? { action, key: `tocsin-alert-${alert.alert_id}` } : null
  switch (event) {
    case 'incident.created':
    case 'incident.reopened':
    case 'incident.nobody_told':
      return ofIncident('trigger', data.incident_id)
    case 'incident.acknowledged':
      return ofIncident('acknowledge', data.incident_id)
    case 'incident.resolved':
      return ofIncident('resolve', data.incident_id)
    case 'alert.triggered':
    case 'alert.escalated':
      return data.incident_id === null ? ofAlert('trigger', data) : ofIncident('trigger', data.incident_id)
    case 'alert.acknowledged':
      return ofAlert('acknowledge', data)
    case 'alert.resolved':
      return ofAlert('resolve', data)
    case 'device.offline':
      return { action: 'trigger', key: `tocsin-device-${data.device_id}-offline` }
    case 'device.online':
      return { action: 'resolve', key: `tocsin-device-${data.device_id}-offline` }
    case 'webhook.test':
      return { action: 'trigger', key: `tocsin-test-${data.webhook_id}` }
  }
}
