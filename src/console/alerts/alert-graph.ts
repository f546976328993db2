import type { AlertRecord } from '../../alerts/list-alerts.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database.ts'
import { type Html, html } from '../../platform/html.ts'
import { readSeries } from '../../telemetry/read-series.ts'
import type { Visit } from '../shell/visit.ts'
import { measureName } from '../words/words.ts'
import { alertValue } from './alert-marks.ts'

const BEFORE_S = 30 * 60
const BEHIND_S = 15 * 60
const LONGEST_S = 24 * 3_600
const POINTS = 400
/** Nothing is drawn across a longer silence. */
const GAP_MS = 10 * 60_000
const [WIDTH, HEIGHT] = [720, 180]

export interface AlertGraph {
  from: Date
  to: Date
  points: readonly { at: Date; value: number }[]
}

/** The values of the field of an alert around it; null where its field is none that has a course. */
export async function readAlertGraph(db: Queryable, alert: AlertRecord, now: Date): Promise<AlertGraph | null> {
  const metric = metricOf(alert.field)
  if (metric === null) return null
  const from = secondsAfter(alert.triggered_at, -BEFORE_S)
  const end = secondsAfter(alert.resolved_at ?? now, BEHIND_S)
  const to = new Date(Math.min(Number(end), Number(secondsAfter(now, 1)), Number(secondsAfter(from, LONGEST_S))))
  if (to <= from) return null
  const series = await readSeries(db, { deviceId: alert.device_id, metric, from, to, points: POINTS })
  const points = series.points.map((point) => ({ at: point.at, value: 'avg' in point ? point.avg : point.value }))
  return points.length < 2 ? null : { from, to, points }
}

function metricOf(field: string): string | null {
  if (field === 'battery' || field === 'signal') return field
  return field.startsWith('metrics.') ? field.slice('metrics.'.length) : null
}

/** Drawn by the server, so it also prints. What it shows is told in words below it. */
export function alertGraph(visit: Visit, alert: AlertRecord, { from, to, points }: AlertGraph): Html {
  const { t, format } = visit
  const values = [...points.map(({ value }) => value), ...(alert.threshold === null ? [] : [alert.threshold])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = (high - low || Math.abs(high) || 1) * 0.08
  const x = (at: Date) => (((at.getTime() - from.getTime()) / (to.getTime() - from.getTime())) * WIDTH).toFixed(1)
  const y = (value: number) => (HEIGHT - ((value - low + margin) / (high - low + 2 * margin)) * HEIGHT).toFixed(1)
  const path = points.map(({ at, value }, place) => {
    const before = points[place - 1]
    const isGap = before === undefined || at.getTime() - before.at.getTime() > GAP_MS
    return `${isGap ? 'M' : 'L'}${x(at)} ${y(value)}`
  })
  const last = alert.resolved_at === null || alert.resolved_at > to ? to : alert.resolved_at
  const name = measureName(t, alert.field)
  const words = t.alerts.graph
  return html`<figure class="alert-graph">
    <p class="graph-scale"><span>${alertValue(visit, alert, high)}</span></p>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words.label(name, alertValue(visit, alert, alert.triggered_value), format.exact(alert.triggered_at))}">
      <rect class="lasted ${alert.severity}" x="${x(alert.triggered_at)}" y="0" width="${Math.max(1, Number(x(last)) - Number(x(alert.triggered_at))).toFixed(1)}" height="${HEIGHT}"/>
      ${alert.threshold === null ? null : html`<line class="limit" x1="0" x2="${WIDTH}" y1="${y(alert.threshold)}" y2="${y(alert.threshold)}"/>`}
      <line class="trigger ${alert.severity}" x1="${x(alert.triggered_at)}" x2="${x(alert.triggered_at)}" y1="0" y2="${HEIGHT}"/>
      <path d="${path.join('')}"/>
    </svg>
    <p class="graph-scale"><span>${alertValue(visit, alert, low)}</span></p>
    <p class="graph-scale"><span>${format.at(from)}</span><span>${format.at(to)}</span></p>
    <figcaption class="meta"><span class="key value">${name}</span>${alert.threshold === null ? null : html`<span class="key limit">${t.alerts.limit(alertValue(visit, alert, alert.threshold))}</span>`}<span class="key lasted ${alert.severity}">${words.lasted}</span></figcaption>
  </figure>`
}
