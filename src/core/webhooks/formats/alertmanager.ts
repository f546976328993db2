import { SEVERITIES, type Severity } from '../../vocabulary/severities.ts'
import type { Envelope } from '../events/envelope.ts'
import { webhookMessage } from './event-texts.ts'
import type { FormatKind } from './format.ts'

/** Alertmanager ends an alert by itself unless it is told until when it holds; ours end with an event. */
const HOLDS_FOR_MS = 7 * 86_400_000
/** Each round of an escalation that nobody hears sends its own event, and no event takes it back. */
const NOBODY_TOLD_HOLDS_FOR_MS = 3_600_000
const TEST_HOLDS_FOR_MS = 5 * 60_000

/** Labels identify an alert, so they hold nothing that changes during its life but its severity. */
interface Subject {
  labels: Record<string, string>
  /** Path of its page. */
  page: string
  /** Null: it has ended. */
  severity: Severity | null
  holdsForMs: number
}

/**
 * For `/api/v2/alerts` of a Prometheus Alertmanager. An alert of another severity is another alert there, so each event also
 * ends those of all other severities. Null for acknowledgements, which it does not know.
 */
export const alertmanagerFormat = {
  isForPeople: false,
  body(envelope) {
    const subject = subjectOf(envelope)
    if (subject === null) return null
    const { title, facts, at } = webhookMessage(envelope)
    const annotations = { summary: title, description: facts.map(({ name, value }) => `${name}: ${value}`).join('\n') }
    const alerts = SEVERITIES.map((severity) => {
      const isFiring = severity === subject.severity
      const endsAt = isFiring ? new Date(Date.parse(at) + subject.holdsForMs).toISOString() : at
      const labels = { ...subject.labels, ...siteOf(envelope), severity, service: 'tocsin' }
      const generatorURL = subject.page
      return isFiring ? { labels, annotations, startsAt: at, endsAt, generatorURL } : { labels, endsAt, generatorURL }
    })
    return JSON.stringify(alerts)
  },
  request: ({ url, body }) => ({ url: alertsUrl(url), body }),
  // A label: the tags of a device may change during an alert, and would make another one.
  withTags(body, tags) {
    const alerts = JSON.parse(body) as { labels: Record<string, string> }[]
    return JSON.stringify(alerts.map((alert) => ({ ...alert, labels: { ...alert.labels, tags: tags.join(',') } })))
  },
  withLinks(body, publicUrl) {
    const alerts = JSON.parse(body) as { generatorURL?: string }[]
    const whole = ({ generatorURL, ...alert }: { generatorURL?: string }) =>
      generatorURL === undefined ? alert : { ...alert, generatorURL: `${publicUrl}${generatorURL}` }
    return JSON.stringify(alerts.map(whole))
  },
} satisfies FormatKind

/** Empty for what concerns several sites. */
const siteOf = ({ data }: Envelope): Record<string, string> =>
  'site' in data && data.site !== null ? { site: data.site.name } : {}

/** The address of its API, for an address that ends before it. */
function alertsUrl(text: string): string {
  const url = new URL(text)
  if (!url.pathname.endsWith('/api/v2/alerts')) url.pathname = `${url.pathname.replace(/\/$/, '')}/api/v2/alerts`
  return url.href
}

function subjectOf({ event, data }: Envelope): Subject | null {
  const of = (labels: Subject['labels'], page: string, severity: Severity | null): Subject => ({
    labels,
    page,
    severity,
    holdsForMs: HOLDS_FOR_MS,
  })
  const ofIncident = (severity: Severity | null) =>
    'incident_id' in data
      ? of(
          { alertname: 'TocsinIncident', incident_id: String(data.incident_id) },
          `/incidents/${data.incident_id}`,
          severity,
        )
      : null
  const ofDevice = (severity: Severity | null) =>
    'device_id' in data && 'module' in data
      ? of(
          { alertname: 'TocsinDeviceOffline', device_id: String(data.device_id), module: data.module },
          `/devices/${data.device_id}`,
          severity,
        )
      : null
  const ofAlert = (severity: Severity | null) =>
    'rule_key' in data
      ? of(
          { alertname: data.rule_key, device_id: String(data.device_id), module: data.module },
          `/alerts/${data.alert_id}`,
          severity,
        )
      : null
  switch (event) {
    case 'alert.triggered':
    case 'alert.escalated':
      return ofAlert(data.severity)
    case 'alert.resolved':
      return ofAlert(null)
    case 'incident.created':
    case 'incident.reopened':
      return ofIncident(data.severity)
    case 'incident.resolved':
      return ofIncident(null)
    case 'incident.nobody_told':
      return {
        ...of(
          { alertname: 'TocsinNobodyTold', incident_id: String(data.incident_id) },
          `/incidents/${data.incident_id}`,
          data.severity,
        ),
        holdsForMs: NOBODY_TOLD_HOLDS_FOR_MS,
      }
    case 'device.offline':
      return ofDevice('warning')
    case 'device.online':
      return ofDevice(null)
    case 'webhook.test':
      return {
        ...of({ alertname: 'TocsinTest', webhook_id: String(data.webhook_id) }, `/webhooks/${data.webhook_id}`, 'info'),
        holdsForMs: TEST_HOLDS_FOR_MS,
      }
    case 'alert.acknowledged':
    case 'incident.acknowledged':
      return null
  }
}
