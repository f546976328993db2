import type { AlertRecord } from '../../../core/alerts/list-alerts.ts'
import { type Condition, comparedAs, windowS } from '../../../core/conditions/condition.ts'
import type { TimedValue } from '../../../core/telemetry/series/lttb.ts'
import { type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import { withGaps } from '../../frame/charts/lines.ts'
import type { ChartMark } from '../../frame/charts/marks.ts'
import {
  depthOf,
  inSquare,
  markTags,
  pathOf,
  percent,
  SIDE,
  shareOf,
  timeLines,
  valueTicks,
} from '../../frame/charts/svg-axes.ts'
import { valueAxis } from '../../frame/charts/value-axis.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { conditionText } from '../../rules/condition-text.ts'
import { partValue, valueOfAlert } from './part-value.ts'
import type { AlertGraph, Plot } from './read-alert-graph.ts'

const MS = 1_000
/** A shorter time without readings is not drawn as a gap. */
const GAP_S = 10 * 60

/** One plot of the graph. Its axis encloses its values and limits. */
export function graphPlot(
  reader: Reader,
  alert: AlertRecord,
  graph: AlertGraph,
  plot: Plot,
  marks: readonly ChartMark[],
): Html {
  const { t, format } = reader
  const amount = amountIn(reader, alert, graph, plot)
  const lines = linesOf(reader, graph, plot)
  const moment = isOfAlert(graph, plot) ? [alert.triggered_value] : []
  const values = [...lines.flatMap(({ points }) => points.map(({ value }) => value)), ...plot.limits, ...moment]
  const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
  const axis = valueAxis(low, high, [], format.scaleOf(plot.field).digits)
  const y = (value: number) => depthOf(axis, value)
  const [from, to] = [Number(graph.from), Number(graph.to)]
  const x = (at: number) => Math.min(1, Math.max(0, shareOf(from, to, at)))
  const begun = x(Number(alert.triggered_at))
  const held = x(Number(alert.triggered_at) - heldFor(graph) * MS)
  const lasted = Math.max(0.002, x(Number(alert.resolved_at ?? graph.to)) - begun)
  const limits = plot.limits.map(amount).join(' – ')
  const line = (kind: string, from: [number, number], to: [number, number]) =>
    html`<line class="${kind}" x1="${percent(from[0])}" x2="${percent(to[0])}" y1="${percent(from[1])}" y2="${percent(to[1])}"/>`
  const area = (kind: string, from: number, width: number) =>
    html`<rect class="${kind} ${alert.severity}" x="${percent(from)}" width="${percent(width)}" y="0" height="100%"/>`
  return html`<p class="graph-keys meta">${lines.map(({ kind, text }) => html`<span class="key ${kind}">${text}</span>`)}${limits === '' ? null : html`<span class="key limit">${t.alerts.limit(limits)}</span>`}</p>
    <svg class="drawn" role="img" aria-label="${inWords(reader, alert, lines, moment, amount)}">
      ${held === begun ? null : area('held', held, begun - held)}
      ${area('lasted', begun, lasted)}
      ${timeLines(from / MS, to / MS, format.zone, reader.t.language.locale)}
      ${plot.limits.map((limit) => line('limit', [0, y(limit)], [1, y(limit)]))}
      ${valueTicks(axis, amount)}
      ${line(`trigger ${alert.severity}`, [begun, 0], [begun, 1])}
      <svg viewBox="0 0 ${SIDE} ${SIDE}" width="100%" height="100%" preserveAspectRatio="none">
        ${lines.map(({ kind, points }) => html`<path class="${kind}" d="${pathThrough(points, x, y)}"/>`)}
        ${moment.map((value) => html`<path class="moment ${alert.severity}" d="M${inSquare(begun)} ${inSquare(y(value))}h0"/>`)}
      </svg>
      ${markTags(marks, from / MS, to / MS)}
    </svg>`
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
  if (comparedAs(part) === 'distance') return graph.distance
  const text = conditionText(reader, part)
  return comparedAs(part) === 'times' ? graph.times(text, reader.format.duration(windowS(part))) : text
}

/** Whether the value that raised the alert is on this scale; never for a condition with several parts. */
const isOfAlert = ({ rule }: AlertGraph, { part, limits }: Plot): boolean =>
  rule === null ? limits.length > 0 : part === rule.definition.condition && comparedAs(part) !== 'duration'

function amountIn(reader: Reader, alert: AlertRecord, { rule }: AlertGraph, { part, field }: Plot) {
  if (rule === null) return valueOfAlert(reader, alert, null)
  if (part === null || comparedAs(part) === 'duration') return (value: number) => reader.format.value(field, value)
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

/** Interrupted at gaps. */
function pathThrough(points: readonly TimedValue[], x: (at: number) => number, y: (value: number) => number): string {
  const times = points.map(({ at }) => at / MS)
  const { t, columns } = withGaps(times, [points.map(({ value }) => value)], GAP_S)
  return pathOf(t, columns[0]!, (time) => x(time * MS), y)
}
