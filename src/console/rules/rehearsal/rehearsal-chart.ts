import { type Condition, comparedAs, kindOf, partsOf } from '../../../core/conditions/condition.ts'
import type { RehearsedAlert } from '../../../core/rehearsal/rehearsed-alert.ts'
import type { RuleDefinition } from '../../../core/rules/rule.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { amount, amountOf, type LimitReader } from '../condition-text.ts'
import type { Rehearsed } from './rehearse-draft.ts'

const [WIDTH, HEIGHT] = [600, 180]
/** Values farther apart than this share of the range are not connected. */
const LONGEST_GAP = 0.04

interface Scale {
  x: (at: number) => number
  y: (value: number) => number
}

/** Readings of a device with limits and rehearsed alerts; drawn by the server, so it needs no script. */
export function rehearsalChart(reader: Reader, rule: RuleDefinition, outcome: Rehearsed): Content {
  const { preview, line, device, range } = outcome
  if (device === null) return null
  const { t, format, preferences } = reader
  const alerts = preview.alerts.filter(({ device_id }) => device_id === device.id)
  const points = line ?? []
  if (points.length === 0 && alerts.length === 0) return html`<p class="meta">${t.rehearsal.noValues}</p>`
  const limits = points.length === 0 ? [] : limitsOf(rule)
  const values = [...points, ...limits].map(({ value }) => value)
  const [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
  const scale = scaleFor(outcome, low, high)
  const inUnit = { t, format, preferences, unit: rule.unit }
  const shown = (value: number) => amountShown(inUnit, rule.condition, value)
  const [from, to] = [range.from.getTime(), range.to.getTime()]
  return html`<figure class="rehearsal-chart">
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${t.rehearsal.chart(device.name, alerts.length)}" preserveAspectRatio="none">
    ${alerts.map((alert) => band(alert, scale, to))}
    <path class="line" d="${pathOf(points, scale, (to - from) * LONGEST_GAP)}"/>
    ${limits.map(({ severity, value }) => html`<path class="limit ${severity}" d="M0 ${scale.y(value).toFixed(1)}H${WIDTH}"/>`)}
  </svg>
  <figcaption class="meta"><span>${format.ago(range.from)}</span>${
    points.length === 0 ? null : html`<span>${shown(low)} – ${shown(high)}</span>`
  }<span>${format.ago(range.to)}</span></figcaption>
</figure>`
}

function scaleFor({ range }: Rehearsed, low: number, high: number): Scale {
  const room = (high - low || Math.abs(high) || 1) * 0.08
  const [from, to] = [range.from.getTime(), range.to.getTime()]
  return {
    x: (at) => ((Math.min(Math.max(at, from), to) - from) / (to - from)) * WIDTH,
    y: (value) => HEIGHT - ((value - low + room) / (high - low + 2 * room)) * HEIGHT,
  }
}

/** The chart shows the field itself, whatever the condition computes from it. */
function amountShown(reader: LimitReader, condition: Condition, value: number): string {
  const [first] = partsOf(condition)
  if (first !== undefined) return amountShown(reader, first.part, value)
  const field = 'field' in condition ? condition.field : null
  return field == null ? amountOf(reader, condition, value) : amount(reader, field, value)
}

/** Limits on the scale of the values: of a threshold, or the ends of a range. */
function limitsOf({ condition, levels }: RuleDefinition): { severity: string; value: number }[] {
  if (comparedAs(condition) !== 'value') return []
  const own = kindOf(condition).ownLimits?.(condition)
  if (own !== undefined) return own.map(({ value }) => ({ severity: levels[0]!.severity, value }))
  return levels.flatMap(({ severity, value }) =>
    value === undefined ? [] : [{ severity, value: typeof value === 'number' ? value : value.default }],
  )
}

/** At least wide enough to be visible. */
function band({ triggered_at, resolved_at, severity }: RehearsedAlert, { x }: Scale, end: number): Html {
  const [start, stop] = [x(triggered_at.getTime()), x(resolved_at?.getTime() ?? end)]
  return html`<rect class="${severity}" x="${start.toFixed(1)}" y="0" width="${Math.max(2, stop - start).toFixed(1)}" height="${HEIGHT}"/>`
}

function pathOf(points: NonNullable<Rehearsed['line']>, { x, y }: Scale, longestGap: number): string {
  let before = Number.NEGATIVE_INFINITY
  return points
    .map(({ at, value }) => {
      const isJoined = at.getTime() - before <= longestGap
      before = at.getTime()
      return `${isJoined ? 'L' : 'M'}${x(before).toFixed(1)} ${y(value).toFixed(1)}${isJoined ? '' : 'h1'}`
    })
    .join('')
}
