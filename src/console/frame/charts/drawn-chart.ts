import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'
import { type ChartBand, type ChartData, type ChartLimit, type ChartLines, dashesOf } from './chart-data.ts'
import { type End, freeEnd } from './free-end.ts'
import type { ChartMark } from './marks.ts'
import { depthOf, inSquare, markTags, pathOf, percent, SIDE, shareOf, timeLines, valueTicks } from './svg-axes.ts'
import { beyond, spreadOut, type ValueAxis, valueAxis } from './value-axis.ts'

/** Labels that are closer would overlap, as a share of the height. */
const LEAST_DEPTH = 0.06
/** Limits named at one edge. */
const MOST_NAMED = 2
/** Room of their names, of which the server knows no pixels: 105 of 700 and 20 of 180. */
const NAMES = { width: 0.15, height: 0.11 }

/** The chart as an image: without scripts, and on paper. */
export function drawnChart(reader: Reader, lines: ChartLines, marks: readonly ChartMark[], label: string): Html {
  const [first] = lines
  const { from, to } = first
  const axes = axesOf(lines)
  const number = (of: ChartData) => (value: number) => reader.format.number(value, of.digits)
  const x = (at: number) => shareOf(from, to, at)
  return html`<svg class="drawn${axes.length > 1 ? ' wide' : ''}${marks.length > 0 ? ' marked' : ''}" role="img" aria-label="${label}">
  ${lines.flatMap(({ bands }) => bands.map((band) => bandOf(band, from, to)))}
  ${timeLines(from, to, reader.format.zone, reader.t.language.locale)}
  ${axes.map(({ axis, of }, place) => valueTicks(axis, number(of), place > 0))}
  ${limitsIn(axes[0]!.axis, first)}
  <svg viewBox="0 0 ${SIDE} ${SIDE}" width="100%" height="100%" preserveAspectRatio="none">${lines.map((line) => {
    const { axis } = axes.find(({ of }) => of.unit === line.unit)!
    const y = (value: number) => depthOf(axis, value)
    const { t, v, low, high } = line.lines
    const dashes = lines.length < 2 ? [] : dashesOf(line.colour)
    return html`<g class="line-${line.colour}"${dashes.length === 0 ? null : html` stroke-dasharray="${dashes.join(' ')}"`}>${
      low === undefined || high === undefined ? null : html`<path class="spread" d="${areaOf(t, low, high, x, y)}"/>`
    }<path class="course" d="${pathOf(t, v, x, y)}"/></g>`
  })}</svg>
  ${lines.length < 2 ? null : lineNumbers(lines, axes)}
  ${markTags(marks, from, to)}
</svg>`
}

interface Axis {
  axis: ValueAxis
  /** A line of this axis, which has its unit. */
  of: ChartData
}

/** One axis for each unit. */
const axesOf = (lines: readonly ChartData[]): Axis[] =>
  [...Map.groupBy(lines, ({ unit }) => unit).values()].map((ofUnit) => {
    const [of] = ofUnit
    const [least, most] = valueRange(ofUnit)
    const limits = ofUnit.flatMap((line) => line.limits.map(({ value }) => value))
    return { axis: valueAxis(least, most, limits, Math.max(...ofUnit.map(({ digits }) => digits))), of: of! }
  })

/** The lowest and the highest value of these lines. */
export function valueRange(lines: readonly ChartData[]): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { v, low, high } of lines.map((line) => line.lines)) {
    for (const value of low ?? v) if (value !== null && value < least) least = value
    for (const value of high ?? v) if (value !== null && value > most) most = value
  }
  return least > most ? [0, 0] : [least, most]
}

function bandOf({ from: begin, to: end, severity }: ChartBand, from: number, to: number): Html {
  const left = Math.max(0, shareOf(from, to, begin))
  const width = Math.max(0.002, Math.min(1, end === null ? 1 : shareOf(from, to, end)) - left)
  return html`<rect class="band ${severity}" x="${percent(left)}" width="${percent(width)}" y="0" height="100%"/><rect class="band-top ${severity}" x="${percent(left)}" width="${percent(width)}" y="0" height="3"/>`
}

/** Limits on the axis as lines, those beyond it as texts at its edges. */
function limitsIn(axis: ValueAxis, { limits, lines, ...range }: ChartData): Content {
  const { above, below } = beyond(axis, limits)
  const ends = {
    above: freeEnd(lines, range, axis, { ...NAMES, edge: 'above' }),
    below: freeEnd(lines, range, axis, { ...NAMES, edge: 'below' }),
  }
  const taken = [
    ...(above.length > 0 && ends.above === 'right' ? [0.05] : []),
    ...(below.length > 0 && ends.below === 'right' ? [0.97] : []),
  ]
  const within = limits
    .filter((limit) => !above.includes(limit) && !below.includes(limit))
    .toSorted((one, other) => other.value - one.value)
    .map(({ value, severity, text }) => {
      const depth = depthOf(axis, value)
      const isFree = taken.every((other) => Math.abs(other - depth) >= LEAST_DEPTH)
      if (isFree) taken.push(depth)
      const y = percent(depth)
      return html`<line class="limit ${severity}" x1="0" x2="100%" y1="${y}" y2="${y}"/>${isFree ? html`<text class="limit ${severity}" x="100%" dx="-4" y="${y}" dy="-4">${text}</text>` : null}`
    })
  return [within, edge(above, '↑', ends.above, '0', 13), edge(below, '↓', ends.below, '100%', -6)]
}

const edge = (limits: readonly ChartLimit[], arrow: string, end: End, y: string, dy: number): Content =>
  limits.length === 0
    ? null
    : html`<text class="limit at-${end}" x="${end === 'left' ? '0' : '100%'}" dx="${end === 'left' ? 4 : -4}" y="${y}" dy="${dy}">${limits.slice(0, MOST_NAMED).map(({ severity, amount }, place) => html`<tspan class="${severity}">${place === 0 ? '' : '  '}${arrow} ${amount}</tspan>`)}</text>`

/** The area between the lowest and highest values, in a piece for each part without gaps. */
function areaOf(
  times: readonly number[],
  low: readonly (number | null)[],
  high: readonly (number | null)[],
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  const pieces: number[][] = [[]]
  for (const place of times.keys()) {
    if (high[place] == null) pieces.push([])
    else pieces.at(-1)!.push(place)
  }
  const corner = (values: readonly (number | null)[]) => (place: number) =>
    `${inSquare(x(times[place]!))} ${inSquare(y(values[place]!))}`
  return pieces
    .filter(({ length }) => length > 1)
    .map((piece) => `M${[...piece.map(corner(high)), ...piece.toReversed().map(corner(low))].join('L')}Z`)
    .join('')
}

/** The number of each line beside its last value, since colours alone do not tell lines apart. */
function lineNumbers(lines: ChartLines, axes: readonly Axis[]): Html {
  const ends = lines.flatMap((line) => {
    const last = line.lines.v.findLast((value) => value !== null) ?? null
    const { axis } = axes.find(({ of }) => of.unit === line.unit)!
    return last === null ? [] : [{ line, depth: depthOf(axis, last) }]
  })
  const depths = spreadOut(
    ends.map(({ depth }) => depth),
    LEAST_DEPTH,
  )
  return html`${ends.map(({ line }, place) => html`<text class="line-number line-${line.colour}" x="100%" dx="5" y="${percent(depths[place]!)}" dy="0.32em">${line.colour}</text>`)}`
}
