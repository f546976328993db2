import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { DeviceRecord } from '../../../core/devices/lists/list-devices.ts'
import type { TrackPoint } from '../../../core/telemetry/history/history-store.ts'
import { summariseTrack } from '../../../core/telemetry/track/track-summary.ts'
import { withoutWrongFixes } from '../../../core/telemetry/track/wrong-fixes.ts'
import { scaled } from '../../../core/vocabulary/units.ts'
import { distanceM } from '../../../platform/great-circle.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import type { ChartData } from '../../frame/charts/chart-data.ts'
import { chartGroup } from '../../frame/charts/chart-view.ts'
import { withGaps } from '../../frame/charts/lines.ts'
import { shownRangeOf, type TimeRange, timeRangePicker, timeRangeQuery } from '../../frame/lists/time-range.ts'
import { showPage } from '../../frame/page/pages-and-forms.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { emptyState } from '../../frame/parts/page-parts.ts'
import { locationMap } from '../../map/map-view.ts'
import { deviceShell } from '../device/device-header.ts'
import { shownDevice } from '../device/find-device.ts'
import { TRACK_POINTS } from '../history/data-routes.ts'
import { exportLinks } from '../history/export-links.ts'
import { mapDataOf, trackOf } from './track-data.ts'
import { player, trackFacts } from './track-view.ts'

const MS = 1_000
/** With more time between two points, no speed is derived. */
const GAP_S = 600

/** The track of a device with its speed. */
export function trackPage(server: FastifyInstance, { db }: ConsoleContext): void {
  showPage(server, 'viewer', 'device', '/devices/:id/track', {
    query: Type.Object(timeRangeQuery),
    async show(visitor, { params, query }) {
      const { device, reader } = await shownDevice(db, visitor, params)
      const range = shownRangeOf(reader, query)
      const track = reader.isPart ? [] : await trackOf(db, device, range, TRACK_POINTS)
      return deviceShell(
        reader,
        device,
        'track',
        { scripts: ['chart', 'map'], actions: exportLinks(reader, device.id, 'track', range) },
        html`
          ${timeRangePicker(reader, range)}
          <div id="track" class="stack" hx-morph-skip>${track.length === 0 ? noPositions(reader) : replay(reader, device, track, range)}</div>`,
      )
    },
  })
}

const noPositions = ({ t }: Reader): Html =>
  emptyState('map-pin', t.telemetry.noPositions, html`<p class="meta">${t.telemetry.noPositionsHint}</p>`)

const replay = (reader: Reader, device: DeviceRecord, track: readonly TrackPoint[], range: TimeRange): Html => html`
${locationMap(reader, mapDataOf(device, track, range), reader.t.telemetry.mapOf(device.name))}
${player(reader, track)}
${chartGroup(reader, [speedChart(reader, withoutWrongFixes(track), range)])}
${trackFacts(reader, track, summariseTrack(track))}`

/** The speed sent by the device, or else derived from the positions. */
function speedChart({ t, format }: Reader, track: readonly TrackPoint[], range: TimeRange): ChartData {
  const scale = format.scaleOf('speed_kmh')
  const times = track.map(({ at }) => at.getTime() / MS)
  const speeds = track.map((point, place) =>
    Number(scaled(point.speed_kmh ?? between(track[place - 1], point), scale).toPrecision(6)),
  )
  const { t: moments, columns } = withGaps(times, [speeds], GAP_S)
  return {
    key: 'speed_kmh',
    name: t.shared.measures.speed_kmh,
    unit: scale.unit,
    digits: scale.digits,
    from: range.from.getTime() / MS,
    to: range.to.getTime() / MS,
    lines: { t: moments, v: columns[0]!, width: null, gap: GAP_S },
    limits: [],
    bands: [],
    colour: 1,
  }
}

function between(before: TrackPoint | undefined, point: TrackPoint): number {
  if (before === undefined) return 0
  const seconds = (point.at.getTime() - before.at.getTime()) / MS
  return seconds <= 0 ? 0 : (distanceM(before, point) / seconds) * 3.6
}
