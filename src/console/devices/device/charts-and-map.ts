import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { ChartData } from '../../frame/charts/chart-data.ts'
import { chartGroup, type LiveCharts } from '../../frame/charts/chart-view.ts'
import type { ChartMark } from '../../frame/charts/marks.ts'
import type { TimeRange } from '../../frame/lists/time-range.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { emptyState } from '../../frame/parts/page-parts.ts'
import type { MapData } from '../../map/map-data.ts'
import { locationMap } from '../../map/map-view.ts'

const MS = 1_000
/** Range around the last reading, for the link to it. */
const AROUND_LAST_MS = 3_600_000

/** Charts and a map of the same range with one cursor. Null if they are on the page already and update themselves. */
export function course(
  reader: Reader,
  device: DeviceRecord,
  range: TimeRange,
  drawn: { charts: readonly ChartData[]; marks: readonly ChartMark[]; map: MapData } | null,
): Html {
  const { t } = reader
  if (drawn === null) return html`<div id="course" hx-morph-skip></div>`
  const { charts, marks, map } = drawn
  const isEmpty = charts.every(({ lines }) => lines.t.length === 0) && map.track.length === 0
  if (isEmpty) return html`<div id="course" hx-morph-skip>${noReading(reader, device, range)}</div>`
  const hasMap = map.track.length > 0 || map.pins.length > 0
  return html`<section id="course" class="${hasMap ? 'course with-map' : 'course'}" aria-label="${t.telemetry.course}" hx-morph-skip>
  ${chartGroup(reader, charts, { live: liveCharts(device, range, charts), marks })}
  ${hasMap ? locationMap(reader, map, t.telemetry.mapOf(device.name), { isFetchedWhenSeen: true }) : null}
</section>`
}

/** Charts are live when the range ends now. */
export function liveCharts({ id }: DeviceRecord, range: TimeRange, charts: readonly ChartData[]): LiveCharts | null {
  if (range.preset === null) return null
  const query = new URLSearchParams({ range: range.preset, metrics: charts.map(({ key }) => key).join() })
  return {
    source: `/devices/${id}/series.json?${query}`,
    deviceId: id,
    lastS: (range.to.getTime() - range.from.getTime()) / MS,
  }
}

/** Devices that send flags alone have readings, and nothing to draw. */
export function noReading({ t }: Reader, { latest }: DeviceRecord, { from, to }: TimeRange): Html {
  if (latest === null) return emptyState('chart-line', t.telemetry.noReading)
  const last = Date.parse(latest.at)
  if (last >= from.getTime() && last <= to.getTime()) return emptyState('chart-line', t.telemetry.noValues)
  const around = new URLSearchParams({
    from: new Date(last - AROUND_LAST_MS).toISOString(),
    to: new Date(last + MS).toISOString(),
  })
  return emptyState(
    'chart-line',
    t.telemetry.noReading,
    html`<a class="button" href="?${around.toString()}">${t.telemetry.jump}</a>`,
  )
}
