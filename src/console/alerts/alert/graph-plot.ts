import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import type { Condition } from '../../../core/rules/conditions/condition.ts'
import type { TimedValue } from '../../../core/telemetry/series/lttb.ts'
import { type Html, html } from '../../../platform/html.ts'
import { withGaps } from '../../parts/charts/lines.ts'
import { conditionText } from '../../rules/condition-text.ts'
import type { Reader } from '../../shell/reader.ts'
import { measureName } from '../../words/words.ts'
import { partValue, valueOfAlert } from './part-value.ts'
import type { AlertGraph, Plot } from './read-alert-graph.ts'

const [WIDTH, HEIGHT] = [720, 180]
/** A shorter time without readings is not drawn as a gap. */
const GAP_S = 10 * 60

/** One plot of the graph, from its lowest to its highest value. */
export function graphPlot(reader: Reader, alert: AlertRecord, graph: AlertGraph, plot: Plot): Html {
  const { t } = reader
  const amount = amountIn(reader, alert, graph, plot)
  const lines = linesOf(reader, graph, plot)
  const moment = isOfAlert(graph, plot) ? [alert.triggered_value] : []
  const values = [...lines.flatMap(({ points }) => points.map(({ value }) => value)), ...plot.limits, ...moment]
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
  const scale = scaleFor(graph, low, high)
  const begun = scale.x(Number(alert.triggered_at))
  const held = scale.x(Number(alert.triggered_at) - heldFor(graph) * 1_000)
  const lasted = scale.x(Number(alert.resolved_at ?? graph.to)) - begun
  const limits = plot.limits.map(amount).join(' – ')
  return html`<p class="graph-keys meta">${lines.map(({ kind, text }) => html`<span class="key ${kind}">${text}</span>`)}${limits === '' ? null : html`<span class="key limit">${t.alerts.limit(limits)}</span>`}</p>
    <p class="graph-scale"><span>${amount(high)}</span></p>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${inWords(reader, alert, lines, moment, amount)}">
      ${held === begun ? null : html`<rect class="held ${alert.severity}" x="${held}" y="0" width="${(begun - held).toFixed(1)}" height="${HEIGHT}"/>`}
      <rect class="lasted ${alert.severity}" x="${begun}" y="0" width="${Math.max(1, lasted).toFixed(1)}" height="${HEIGHT}"/>
      ${plot.limits.map((limit) => html`<line class="limit" x1="0" x2="${WIDTH}" y1="${scale.y(limit)}" y2="${scale.y(limit)}"/>`)}
      <line class="trigger ${alert.severity}" x1="${begun}" x2="${begun}" y1="0" y2="${HEIGHT}"/>
      ${lines.map(({ kind, points }) => html`<path class="${kind}" d="${pathOf(points, scale)}"/>`)}
      ${moment.map((value) => html`<path class="moment ${alert.severity}" d="M${begun} ${scale.y(value)}h0"/>`)}
    </svg>
    <p class="graph-scale"><span>${amount(low)}</span></p>`
}

/** Seconds for which the condition must hold, if equal for all levels. */
export function heldFor({ rule }: AlertGraph): number {
  const [first = 0, ...others] = new Set(rule?.definition.levels.map(({ for_s = 0 }) => for_s))
  return others.length === 0 ? first : 0
}

interface Line {
  kind: 'raw' | 'evaluated' | 'only'
  text: string
  points: readonly TimedValue[]
}

/** The values as sent are drawn behind the compared values. */
function linesOf({ t, format, preferences }: Reader, { rule }: AlertGraph, plot: Plot): Line[] {
  const words = t.alerts.graph
  const name = measureName(t, plot.field)
  if (plot.evaluated === null) return [{ kind: 'only', text: name, points: plot.raw }]
  const lines: Line[] = plot.raw.length === 0 ? [] : [{ kind: 'raw', text: words.raw(name), points: plot.raw }]
  if (plot.evaluated.length > 0) {
    const text = madeText({ t, format, preferences, unit: rule!.definition.unit }, plot.part!)
    lines.push({ kind: 'evaluated', text: words.evaluated(text), points: plot.evaluated })
  }
  return lines
}

/** Label of the line of compared values. */
function madeText(reader: Parameters<typeof conditionText>[0], part: Condition): string {
  const { graph } = reader.t.alerts
  if (part.type === 'geofence') return graph.distance
  const text = conditionText(reader, part)
  return part.type === 'count' ? graph.times(text, reader.format.duration(part.within_s)) : text
}

/** Whether the value that raised the alert is on this scale; never for a condition with several parts. */
const isOfAlert = ({ rule }: AlertGraph, { part, limits }: Plot): boolean =>
  rule === null ? limits.length > 0 : part === rule.definition.condition && part.type !== 'stale'

function amountIn(reader: Reader, alert: AlertRecord, { rule }: AlertGraph, { part, field }: Plot) {
  if (rule === null) return valueOfAlert(reader, alert, null)
  if (part === null || part.type === 'stale') return (value: number) => reader.format.value(field, value)
  return partValue(reader, part, rule.definition.unit)
}

function inWords(
  { t, format }: Reader,
  { triggered_at }: AlertRecord,
  lines: readonly Line[],
  moment: readonly number[],
  amount: (value: number) => string,
): string {
  const words = t.alerts.graph
  const courses = lines.map(({ text, points }) => {
    const values = points.map(({ value }) => value)
    return words.course(text, amount(Math.min(...values)), amount(Math.max(...values)))
  })
  return [...courses, ...moment.map((value) => words.moment(amount(value), format.exact(triggered_at)))].join('; ')
}

interface Scale {
  x: (at: number) => number
  y: (value: number) => number
}

function scaleFor({ from, to }: AlertGraph, low: number, high: number): Scale {
  const margin = (high - low || Math.abs(high) || 1) * 0.08
  const share = (at: number) => (at - Number(from)) / (Number(to) - Number(from))
  const rounded = (length: number) => Math.round(length * 10) / 10
  return {
    x: (at) => rounded(Math.min(1, Math.max(0, share(at))) * WIDTH),
    y: (value) => rounded(HEIGHT - ((value - low + margin) / (high - low + 2 * margin)) * HEIGHT),
  }
}

/** Interrupted at gaps; a single value is a dot. */
function pathOf(points: readonly TimedValue[], { x, y }: Scale): string {
  const times = points.map(({ at }) => at / 1_000)
  const { t, columns } = withGaps(times, [points.map(({ value }) => value)], GAP_S)
  const [values] = columns
  return t
    .map((time, place) => {
      const value = values![place]
      if (value == null) return ''
      const isJoined = place > 0 && values![place - 1] !== null
      return `${isJoined ? 'L' : 'M'}${x(time * 1_000)} ${y(value)}${isJoined ? '' : 'h0'}`
    })
    .join('')
}
