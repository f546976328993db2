import { type Content, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../../shell/reader.ts'
import { withUnit } from '../formats/formats.ts'
import type { ChartData } from './chart-data.ts'

export interface LiveCharts {
  /** Address of the lines as JSON, with `since` for newer points only. */
  source: string
  deviceId: number
  /** Length of the range, which ends now. */
  lastS: number
}

/** Charts below each other with a shared cursor. With `live`, they update themselves. */
export const chartGroup = (reader: Reader, charts: readonly ChartData[], live: LiveCharts | null): Html => html`
<div class="charts" id="charts" hx-morph-skip data-charts data-chart-words="${JSON.stringify(reader.t.charts.script)}" data-chart-zone="${reader.format.zone}"${
  live === null ? null : html` data-source="${live.source}" data-device="${live.deviceId}" data-last="${live.lastS}"`
}>${charts.map((data) => chart(reader, data))}</div>`

/** A line chart. With scripts it can be read by pointer and keyboard; the table below has the same numbers. */
export function chart(reader: Reader, data: ChartData, actions: Content = null): Html {
  const { t } = reader
  const title = data.unit === '' ? data.name : `${data.name} (${data.unit})`
  const values = data.lines.v.filter((value) => value !== null)
  const id = `chart-${data.key}`
  if (values.length === 0) {
    return html`<section class="chart-card" aria-labelledby="${id}"><header><h2 id="${id}">${title}</h2>${actions}</header><p class="meta nothing">${t.charts.nothing}</p></section>`
  }
  return html`<section class="chart-card" aria-labelledby="${id}">
  <header><h2 id="${id}"><span class="swatch line-${data.colour}" aria-hidden="true"></span>${title}</h2><output class="readout meta" for="plot-${data.key}"></output>${actions}</header>
  <div class="plot line-${data.colour}" id="plot-${data.key}" role="group" aria-label="${t.charts.label(data.name)}" hx-morph-skip data-chart="${JSON.stringify(data)}">${drawnPlot(reader, data, summary(reader, data))}</div>
  <details class="as-table"><summary>${t.charts.asTable}</summary>${limitWords(data)}${table(reader, data)}</details>
</section>`
}

const limitWords = ({ limits }: ChartData): Content =>
  limits.length === 0
    ? null
    : html`<p class="meta limits">${limits.map(({ text, severity }) => html`<span class="limit ${severity}">${text}</span>`)}</p>`

function summary({ t, format }: Reader, { name, unit, digits, lines }: ChartData): string {
  const values = [...(lines.low ?? lines.v), ...(lines.high ?? [])].filter((value) => value !== null)
  const text = (value: number) => `${format.number(value, digits)} ${unit}`.trim()
  return t.charts.summary(name, text(Math.min(...values)), text(Math.max(...values)))
}

const table = ({ t, format }: Reader, { name, unit, digits, lines }: ChartData): Html => {
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.number(value, digits)
  const { low, high } = lines
  return html`<div class="table-frame" tabindex="0" role="region" aria-label="${t.charts.tableOf(name)}"><table class="numbers">
  <thead><tr><th scope="col">${t.charts.time} (${format.zone})</th>${
    low === undefined
      ? html`<th scope="col" class="number">${name}${unit === '' ? null : ` (${unit})`}</th>`
      : html`<th scope="col" class="number">${t.charts.least}</th><th scope="col" class="number">${t.charts.mean}</th><th scope="col" class="number">${t.charts.largest}</th>`
  }</tr></thead>
  <tbody>${lines.t.map((time, place) =>
    lines.v[place] === null
      ? html`<tr class="gap"><td colspan="${low === undefined ? 2 : 4}">${t.charts.gap}</td></tr>`
      : html`<tr><td><time>${format.exact(new Date(time * 1_000))}</time></td>${low === undefined ? null : html`<td class="number">${number(low[place])}</td>`}<td class="number">${number(lines.v[place])}</td>${high === undefined ? null : html`<td class="number">${number(high[place])}</td>`}</tr>`,
  )}</tbody>
</table></div>`
}

const [WIDTH, HEIGHT] = [600, 120]

/** A static chart: its line over the whole range, the highest and lowest value, and the start and end. */
function drawnPlot({ format }: Reader, { lines, from, to, unit, digits }: ChartData, label: string): Html {
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
