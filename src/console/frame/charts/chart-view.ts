import { type Content, each, type Html, html } from '../../../platform/html.ts'
import type { Reader } from '../page/reader.ts'
import { severityBadge } from '../parts/badges.ts'
import type { ChartData, ChartLines } from './chart-data.ts'
import { drawnChart, valueRange } from './drawn-chart.ts'
import type { ChartMark } from './marks.ts'

export interface LiveCharts {
  /** Address of the lines as JSON, with `since` for newer points only. */
  source: string
  deviceId: number
  /** Length of the range, which ends now. */
  lastS: number
}

interface ChartGroupParts {
  /** Null for charts that do not update themselves. */
  live?: LiveCharts | null
  /** Shown on the time axes, oldest first. */
  marks?: readonly ChartMark[]
}

/** Charts below each other with a shared cursor, and a list of their marks. */
export const chartGroup = (
  reader: Reader,
  charts: readonly ChartData[],
  { live = null, marks = [] }: ChartGroupParts = {},
): Html => html`
<div class="charts" id="charts" hx-morph-skip${groupData(reader, marks)}${
  live === null ? null : html` data-source="${live.source}" data-device="${live.deviceId}" data-last="${live.lastS}"`
}>${each(charts, (data) => chart(reader, data, marks))}${markList(reader, marks)}</div>`

/** Data for the script. */
export const groupData = ({ t, format }: Reader, marks: readonly ChartMark[]): Html =>
  html` data-charts data-chart-words="${JSON.stringify(t.charts.script)}" data-chart-zone="${format.zone}" data-chart-marks="${JSON.stringify(marks)}"`

/** A line chart. With scripts it can be read by pointer and keyboard; the table below has the same numbers. */
function chart(reader: Reader, data: ChartData, marks: readonly ChartMark[]): Html {
  const { t } = reader
  const title = data.unit === '' ? data.name : `${data.name} (${data.unit})`
  const id = `chart-${data.key}`
  if (data.lines.v.every((value) => value === null)) {
    return html`<section class="chart-card" aria-labelledby="${id}"><header><h2 id="${id}">${title}</h2></header><p class="meta nothing">${t.charts.nothing}</p></section>`
  }
  return html`<section class="chart-card" aria-labelledby="${id}">
  <header><h2 id="${id}">${lineSample(data.colour)}${title}</h2><output class="readout meta" for="plot-${data.key}"></output></header>
  ${plot(reader, { key: data.key, name: data.name }, [data], marks)}
  <details class="as-table" id="table-${data.key}"><summary>${t.charts.asTable}</summary>${limitWords(data)}${table(reader, data)}</details>
</section>`
}

/** The drawn chart, which a script replaces on screens. */
export const plot = (
  reader: Reader,
  { key, name }: Pick<ChartData, 'key' | 'name'>,
  lines: ChartLines,
  marks: readonly ChartMark[],
): Html =>
  html`<div class="plot" id="plot-${key}" role="group" aria-label="${reader.t.charts.label(name)}" hx-morph-skip data-chart="${JSON.stringify(lines)}">${drawnChart(reader, lines, marks, lines.map((line) => summary(reader, line)).join('; '))}</div>`

/** How a line looks: its colour, and its dashes if it is compared with others. */
export const lineSample = (colour: number, dashes: readonly number[] = []): Html =>
  html`<svg class="line-sample line-${colour}" viewBox="0 0 32 4" aria-hidden="true"><path class="course" d="M0 2h32"${dashes.length === 0 ? null : html` stroke-dasharray="${dashes.join(' ')}"`}/></svg>`

const limitWords = ({ limits }: ChartData): Content =>
  limits.length === 0
    ? null
    : html`<p class="meta limits">${limits.map(({ text, severity }) => html`<span class="limit ${severity}">${text}</span>`)}</p>`

function summary({ t, format }: Reader, data: ChartData): string {
  const text = (value: number) => `${format.number(value, data.digits)} ${data.unit}`.trim()
  const [least, most] = valueRange([data])
  return t.charts.summary(data.name, text(least), text(most))
}

/** The legend of the numbers on the time axes. */
export const markList = (reader: Reader, marks: readonly ChartMark[]): Content =>
  marks.length === 0
    ? null
    : html`<details class="chart-marks" id="chart-marks" open><summary>${reader.t.charts.marks(marks.length)}</summary><ol>${marks.map(
        ({ at, severity, text, address }) =>
          html`<li>${severity === null ? null : html`${severityBadge(reader.t, severity)} `}<a href="${address}">${text}</a> <span class="meta">${reader.format.at(new Date(at * 1_000))}</span></li>`,
      )}</ol></details>`

export const table = ({ t, format }: Reader, { name, unit, digits, lines }: ChartData): Html => {
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.number(value, digits)
  const { low, high } = lines
  return html`<div class="table-frame" tabindex="0" role="region" aria-label="${t.charts.tableOf(name)}"><table class="numbers">
  <thead><tr><th scope="col">${t.terms.time} (${format.zone})</th>${
    low === undefined
      ? html`<th scope="col" class="number">${name}${unit === '' ? null : ` (${unit})`}</th>`
      : html`<th scope="col" class="number">${t.charts.least}</th><th scope="col" class="number">${t.charts.mean}</th><th scope="col" class="number">${t.charts.largest}</th>`
  }</tr></thead>
  <tbody>${each(lines.t, (time, place) =>
    lines.v[place] === null
      ? html`<tr class="gap"><td colspan="${low === undefined ? 2 : 4}">${t.charts.gap}</td></tr>`
      : html`<tr><td><time>${format.exact(new Date(time * 1_000))}</time></td>${low === undefined ? null : html`<td class="number">${number(low[place])}</td>`}<td class="number">${number(lines.v[place])}</td>${high === undefined ? null : html`<td class="number">${number(high[place])}</td>`}</tr>`,
  )}</tbody>
</table></div>`
}
