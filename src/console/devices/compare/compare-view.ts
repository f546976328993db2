import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { withUnit } from '../../../core/vocabulary/numbers.ts'
import { type Content, each, type Html, html } from '../../../platform/html.ts'
import { measureName } from '../../../words/words.ts'
import { type ChartData, type ChartLines, dashesOf } from '../../frame/charts/chart-data.ts'
import { groupData, lineSample, markList, plot, table } from '../../frame/charts/chart-view.ts'
import { metricsOf } from '../../frame/charts/device-charts.ts'
import { valueRange } from '../../frame/charts/drawn-chart.ts'
import { dataTable } from '../../frame/lists/data-table.ts'
import { searchBox } from '../../frame/lists/list-parts.ts'
import { type TimeRange, timeRangePicker } from '../../frame/lists/time-range.ts'
import { toggled, urlOf, withQuery } from '../../frame/page/addresses.ts'
import { shell } from '../../frame/page/layout.ts'
import { type Reader, readerOfDevice } from '../../frame/page/reader.ts'
import { card, emptyState, icon } from '../../frame/parts/page-parts.ts'
import { type LineChoice, lineObstacle, wordOf } from './chosen-lines.ts'
import type { ComparedLine, Comparison } from './read-comparison.ts'

interface ComparePage {
  range: TimeRange
  /** Null for a live update: the chart asks for itself. */
  comparison: Comparison | null
  /** Devices whose values can be added. */
  devices: readonly DeviceRecord[]
}

export function compareView(reader: Reader, { range, comparison, devices }: ComparePage): Html {
  const { t } = reader
  const chosen = comparison?.lines.map(({ choice }) => choice) ?? []
  return shell(
    reader,
    {
      title: t.charts.compare.title,
      place: 'devices',
      trail: [{ name: t.shared.places.devices, address: '/devices' }],
      actions: chosen.length === 0 ? null : exportLink(reader, chosen, range),
      scripts: ['chart'],
    },
    html`<p class="meta">${t.charts.compare.about}</p>
      ${timeRangePicker(reader, range)}
      ${comparison === null ? html`<div id="charts" hx-morph-skip></div>` : compared(reader, comparison, range)}
      ${addingLines(reader, comparison?.lines ?? [], devices)}`,
  )
}

function exportLink({ t }: Reader, chosen: readonly LineChoice[], { from, to }: TimeRange): Html {
  const query = new URLSearchParams({
    series: chosen.map(wordOf).join(),
    from: from.toISOString(),
    to: to.toISOString(),
  })
  return html`<a class="button quiet" href="/compare/export?${query.toString()}" download>${icon('download')}<span>${t.telemetry.exportCsv}</span></a>`
}

function compared(reader: Reader, { lines, leftOut, marks }: Comparison, range: TimeRange): Html {
  const { t } = reader
  const words = t.charts.compare
  const [first, ...others] = lines.map(({ data }) => data)
  if (first === undefined) return html`<div id="charts">${emptyState('chart-line', words.none)}</div>`
  const all: ChartLines = [first, ...others]
  const isEmpty = all.every(({ lines: { v } }) => v.every((value) => value === null))
  return html`<div class="charts" id="charts" hx-morph-skip${groupData(reader, marks)}${range.preset === null ? null : html` data-refreshes`}>
  ${leftOut === 0 ? null : html`<p class="notice warn">${words.leftOut(leftOut)}</p>`}
  <section class="chart-card compared" aria-label="${words.title}">
    ${isEmpty ? html`<p class="meta nothing">${words.nothing}</p>` : html`<output class="readout meta" for="plot-compare"></output>${plot(reader, { key: 'compare', name: words.title }, all, marks)}`}
    ${legend(reader, lines)}
    ${all.map((data) => html`<details class="as-table" id="table-${data.key}"><summary>${t.charts.asTable}: ${data.colour} ${data.name}</summary>${table(reader, data)}</details>`)}
  </section>
  ${markList(reader, marks)}
</div>`
}

function legend(reader: Reader, lines: readonly ComparedLine[]): Html {
  const { t, address } = reader
  const words = t.charts.compare
  const series = urlOf(address).searchParams.get('series') ?? ''
  return dataTable<ComparedLine>({
    caption: words.lines,
    rows: lines,
    key: ({ data }) => data.key,
    columns: [
      {
        name: words.value,
        kind: 'main',
        show: ({ data, metric }) =>
          html`${lineSample(data.colour, dashesOf(data.colour))}<strong>${data.colour}</strong> ${metric}${data.unit === '' ? null : ` (${data.unit})`}`,
      },
      { name: t.terms.device, show: ({ device }) => html`<a href="/devices/${device.id}">${device.name}</a>` },
      { name: t.charts.least, kind: 'number', show: ({ data }) => extreme(reader, data, 0) },
      { name: t.charts.largest, kind: 'number', show: ({ data }) => extreme(reader, data, 1) },
      {
        name: t.terms.removeOf(''),
        kind: 'actions',
        show: ({ choice, data }) =>
          html`<a class="button quiet" href="${withQuery(address, { series: toggled(series, wordOf(choice)) })}" title="${t.terms.removeOf(data.name)}">${icon('x')}<span class="unseen">${t.terms.removeOf(data.name)}</span></a>`,
      },
    ],
  })
}

const extreme = ({ format }: Reader, data: ChartData, which: 0 | 1): string =>
  data.lines.v.every((value) => value === null)
    ? '–'
    : withUnit(format.number(valueRange([data])[which], data.digits), data.unit)

function addingLines(reader: Reader, lines: readonly ComparedLine[], devices: readonly DeviceRecord[]): Html {
  const words = reader.t.charts.compare
  return card(
    words.add,
    html`${searchBox(reader, { name: 'find', label: words.find })}
    ${devices.length === 0 ? html`<p class="meta">${words.noDevices}</p>` : html`<ul class="rows to-compare">${each(devices, (device) => valuesOf(readerOfDevice(reader, device.metrics), lines, device))}</ul>`}`,
  )
}

/** The values of a device, to add or remove them. */
function valuesOf({ t, address, format }: Reader, lines: readonly ComparedLine[], device: DeviceRecord): Html {
  const words = t.charts.compare
  const chosen = lines.map(({ choice }) => wordOf(choice))
  const units = lines.map(({ data }) => data.unit)
  const chip = (metric: string): Content => {
    const word = wordOf({ deviceId: device.id, metric })
    const isChosen = chosen.includes(word)
    const obstacle = isChosen ? null : lineObstacle(format.scaleOf(metric).unit, units)
    return obstacle === null
      ? html`<li><a href="${withQuery(address, { series: toggled(chosen.join(), word) })}"${isChosen ? html` aria-current="true"` : null}>${measureName(t, metric)}</a></li>`
      : html`<li><span class="closed" title="${words[obstacle]}">${measureName(t, metric)}<span class="unseen"> (${words[obstacle]})</span></span></li>`
  }
  return html`<li><a href="/devices/${device.id}">${device.name}</a><ul class="chips" aria-label="${words.valuesOf(device.name)}">${metricsOf(device).map(chip)}</ul></li>`
}
