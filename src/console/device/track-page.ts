import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { DeviceRecord } from '../../devices/list-devices.ts'
import { type Html, html } from '../../platform/html.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import type { TrackPoint } from '../../telemetry/history-store.ts'
import { distanceM } from '../../telemetry/simplify-track.ts'
import { summariseTrack } from '../../telemetry/track-summary.ts'
import type { ChartData } from '../charts/chart-data.ts'
import { chartGroup } from '../charts/chart-view.ts'
import { withGaps } from '../charts/lines.ts'
import type { ConsoleContext } from '../console-context.ts'
import { scaled, scaleOf } from '../formats/units.ts'
import { placeMap } from '../map/map-view.ts'
import { emptyState } from '../parts/page-parts.ts'
import { type TimeRange, timeRangeOf, timeRangePicker, timeRangeQuery } from '../parts/time-range.ts'
import { showPage } from '../shell/show-page.ts'
import type { Visit } from '../shell/visit.ts'
import { TRACK_POINTS } from './data-routes.ts'
import { deviceShell } from './device-header.ts'
import { exportLinks } from './export-links.ts'
import { shownDevice } from './find-device.ts'
import { mapDataOf, trackOf } from './track-data.ts'
import { player, trackFacts } from './track-view.ts'

const MS = 1_000
/** Farther apart in time than this nothing is said of the speed between two places. */
const GAP_S = 600

/** Where a device was, over how fast it was. */
export function trackPage(server: FastifyInstance, { db }: ConsoleContext): void {
  showPage(server, {
    path: '/devices/:id/track',
    policy: 'viewer',
    params: IdParams,
    query: Type.Object(timeRangeQuery),
    async show(visit, { params, query }) {
      const device = await shownDevice(db, params, visit.now)
      const range = timeRangeOf(visit, query)
      const track = visit.isPart ? [] : await trackOf(db, device, range, TRACK_POINTS)
      return deviceShell(
        visit,
        device,
        'track',
        { scripts: ['chart', 'map'], actions: exportLinks(visit, device.id, 'track', range) },
        html`
          ${timeRangePicker(visit, range)}
          <div id="track" class="stack" hx-morph-skip>${track.length === 0 ? noPositions(visit) : replay(visit, device, track, range)}</div>`,
      )
    },
  })
}

const noPositions = ({ t }: Visit): Html =>
  emptyState('map-pin', t.telemetry.noPositions, html`<p class="meta">${t.telemetry.noPositionsHint}</p>`)

const replay = (visit: Visit, device: DeviceRecord, track: readonly TrackPoint[], range: TimeRange): Html => html`
${placeMap(visit, mapDataOf(device, track, range), visit.t.telemetry.mapOf(device.name))}
${player(visit, track)}
${chartGroup(visit, [speedChart(visit, track, range)], null)}
${trackFacts(visit, track, summariseTrack(track))}`

/** As the device said, or else from one place to the next. */
function speedChart({ t, preferences }: Visit, track: readonly TrackPoint[], range: TimeRange): ChartData {
  const scale = scaleOf('speed_kmh', preferences)
  const times = track.map(({ at }) => at.getTime() / MS)
  const speeds = track.map((point, place) =>
    Number(scaled(point.speed_kmh ?? between(track[place - 1], point), scale).toPrecision(6)),
  )
  const { t: moments, columns } = withGaps(times, [speeds], GAP_S)
  return {
    key: 'speed_kmh',
    name: t.telemetry.speed,
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
