import { type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../shell/reader.ts'
import { withUnit } from '../formats/formats.ts'
import type { ChartData } from './chart-data.ts'

const [WIDTH, HEIGHT] = [600, 120]

/** A static chart: its line over the whole range, the highest and lowest value, and the start and end. */
export function drawnPlot({ format }: Reader, { lines, from, to, unit, digits }: ChartData, label: string): Html {
  const known = lines.v.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (at: number) => (((at - from) / (to - from)) * WIDTH).toFixed(1)
  const y = (value: number) => (HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8)).toFixed(1)
  const path = lines.t
    .map((at, place) => {
      const [before, value] = [lines.v[place - 1], lines.v[place]]
      if (value == null) return ''
      return before == null ? `M${x(at)} ${y(value)}h0` : `L${x(at)} ${y(value)}`
    })
    .join('')
  const amount = (value: number) => withUnit(format.number(value, digits), unit)
  const moment = (at: number) => format.at(new Date(at * 1_000))
  return html`<div class="drawn"><p class="graph-scale"><span>${amount(high)}</span></p>
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}" preserveAspectRatio="none"><path stroke-linecap="round" d="${path}"/></svg>
  <p class="graph-scale"><span>${amount(low)}</span></p><p class="graph-scale"><span>${moment(from)}</span><span>${moment(to)}</span></p></div>`
}
