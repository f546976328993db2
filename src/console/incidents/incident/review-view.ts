import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { IncidentWithTimeline } from '../../../core/incidents/incident-shape.ts'
import type { IncidentReview } from '../../../core/incidents/review-incident.ts'
import type { OwnMetrics } from '../../../core/vocabulary/own-metrics.ts'
import type { DeliveryOutcome } from '../../../core/webhooks/outbox/deliveries-of-lane.ts'
import { type Content, each, type Html, html } from '../../../platform/html.ts'
import { alertGraph } from '../../alerts/alert/alert-graph.ts'
import { alertDurationS, alertValue } from '../../alerts/alert/alert-marks.ts'
import type { AlertGraph } from '../../alerts/alert/read-alert-graph.ts'
import { markList } from '../../frame/charts/chart-view.ts'
import type { ChartMark } from '../../frame/charts/marks.ts'
import { deliveryList } from '../../frame/lists/delivery-list.ts'
import { shell } from '../../frame/page/layout.ts'
import { type Reader, readerOfDevice } from '../../frame/page/reader.ts'
import { progressBadge, reachedBadge } from '../../frame/parts/badges.ts'
import { icon, keyValues } from '../../frame/parts/page-parts.ts'
import { vitals } from './device-values.ts'
import { factRows } from './incident-facts.ts'
import { place } from './incident-map.ts'
import { timelineOf } from './timeline.ts'

interface ReviewPage {
  review: IncidentReview
  alerts: readonly AlertRecord[]
  deliveries: readonly DeliveryOutcome[]
  graphs: readonly { alert: AlertRecord; graph: AlertGraph }[]
}

/** A complete report of an incident, for reading and printing. */
export function reviewView(reader: Reader, { review, alerts, deliveries, graphs }: ReviewPage): Html {
  const { t, format, now } = reader
  const { incident, readings } = review
  const { paper: words } = t.incidents
  const address = `/incidents/${incident.incident_id}`
  const marks = marksOf(reader, incident.timeline, address)
  const section = (title: string, content: Html) => html`<section><h2>${title}</h2>${content}</section>`
  return shell(
    reader,
    {
      title: t.incidents.reviewOf(incident.incident_id),
      place: 'incidents',
      trail: [
        { name: t.shared.places.incidents, address: '/incidents' },
        { name: reader.titleOf(incident), address },
      ],
      actions: html`<button type="button" class="primary" data-print hidden>${icon('printer')}${t.terms.print}</button>`,
    },
    html`<article class="review card">
      <header><p class="review-title">${reader.titleOf(incident)}</p><p>${reachedBadge(t, incident)} ${progressBadge(t, format, incident)}</p></header>
      ${section(words.summary, html`${keyValues(factRows(reader, { review }))}${place(reader, incident)}`)}
      ${section(words.timeline, timelineOf(reader, incident.timeline, { exact: true }))}
      ${alerts.length === 0 ? null : section(t.shared.alerts(alerts.length), alertsOnPaper(reader, alerts))}
      ${graphs.map(({ alert, graph }) => section(`${reader.titleOf(alert)} · ${alert.device_name}`, alertGraph(readerOfDevice(reader, alert.device_metrics), alert, graph, marks)))}
      ${graphs.length === 0 ? null : markList(reader, marks)}
      ${section(
        words.readings(format.duration(review.readings_around_s)),
        html`<div class="columns">${readings.map(({ device_id, device_name, readings: around }) =>
          vitals(readerOfDevice(reader, metricsIn(alerts, device_id)), incident.created_at, {
            device: { id: device_id, name: device_name },
            readings: around,
            latest: null,
          }),
        )}</div>`,
      )}
      ${section(t.shared.places.webhooks, deliveryList(reader, deliveries))}
      <footer class="meta">${words.printed} ${format.at(now)}</footer>
    </article>`,
  )
}

const metricsIn = (alerts: readonly AlertRecord[], deviceId: number): OwnMetrics =>
  alerts.find(({ device_id }) => device_id === deviceId)?.device_metrics ?? {}

/** Steps of people, and the start, on the time axes of the graphs. */
const MARKED: readonly IncidentWithTimeline['timeline'][number]['kind'][] = [
  'created',
  'acknowledged',
  'snoozed',
  'note',
  'resolved',
  'reopened',
]

function marksOf({ t }: Reader, timeline: IncidentWithTimeline['timeline'], address: string): ChartMark[] {
  const { kinds } = t.incidents
  return timeline
    .filter(({ kind }) => MARKED.includes(kind))
    .map(({ at, kind, by, text }) => ({
      at: Number(at) / 1_000,
      severity: null,
      text: [kinds[kind], by?.name, kind === 'note' ? text : null].filter(Boolean).join(' · '),
      address,
    }))
}

const alertsOnPaper = (reader: Reader, alerts: readonly AlertRecord[]): Html => {
  const { t, format } = reader
  const { columns, facts } = t.alerts
  const cells: [name: string, kind: string, show: (alert: AlertRecord) => Content][] = [
    [t.terms.severity, '', (alert) => reachedBadge(t, alert)],
    [columns.alert, 'main', (alert) => reader.titleOf(alert)],
    [t.terms.device, '', ({ device_name }) => device_name],
    [facts.triggered, 'whole', (alert) => alertValue(reader, alert, alert.triggered_value)],
    [facts.peak, 'whole', (alert) => alertValue(reader, alert, alert.peak_value)],
    [columns.triggered, '', ({ triggered_at }) => format.at(triggered_at)],
    [columns.duration, 'whole', (alert) => format.duration(alertDurationS(reader, alert))],
  ]
  return html`<table class="paper"><thead><tr>${cells.map(([name]) => html`<th scope="col">${name}</th>`)}</tr></thead>
  <tbody>${each(
    alerts,
    (alert) =>
      html`<tr>${cells.map(([name, kind, show]) => html`<td class="${kind}" data-label="${name}">${show(alert)}</td>`)}</tr>`,
  )}</tbody></table>`
}
