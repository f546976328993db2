import type { Envelope } from '../events/envelope.ts'
import { cut, webhookMessage } from './event-texts.ts'
import type { FormatKind } from './format.ts'

type Action = 'trigger' | 'acknowledge' | 'resolve'

/**
 * For the Events API v2 of PagerDuty. An incident here is an alert there. Null for events of single alerts: the end of one
 * alert does not end its incident.
 */
export const pagerdutyFormat = {
  isForPeople: true,
  body(envelope, present) {
    const step = stepOf(envelope)
    if (step === null) return null
    const head = { event_action: step.action, dedup_key: step.key }
    if (step.action !== 'trigger') return JSON.stringify(head)
    const { title, tone, facts, at } = webhookMessage(envelope, present)
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
  },
  options: { routing_key: { pattern: /^[A-Za-z0-9]{32}$/, example: '0123456789abcdef0123456789abcdef' } },
} satisfies FormatKind

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
