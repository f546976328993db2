import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { IdParams, NumberText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { deviceCharts, metricsOf, rulesOf } from '../../frame/charts/device-charts.ts'
import { type AskedRange, type TimeRange, timeRangeOf, timeRangeQuery } from '../../frame/lists/time-range.ts'
import { type Reader, readerOf, readerOfDevice } from '../../frame/page/reader.ts'
import { deviceOf } from '../device/find-device.ts'
import { locationsOf, pinOf, trackOf } from '../track/track-data.ts'

const MS = 1_000
const MOST_METRICS = 20
const MOST_POINTS = 400
/** Enough for a track on a map; the Track tab uses the same number. */
export const TRACK_POINTS = 1_000

const since = Type.Optional(NumberText('^[0-9]{1,11}(\\.[0-9]{1,3})?$', { description: 'Seconds since 1970' }))
const SeriesQuery = Type.Object({ ...timeRangeQuery, metrics: Type.String({ maxLength: 1_400 }), since })
const TrackQuery = Type.Object({ ...timeRangeQuery, since })

/** Data for live updates of charts and maps: everything on the page, or only what is newer. */
export function dataRoutes(server: FastifyInstance, { db, rules, offlineAfterS }: ConsoleContext): void {
  server.get(
    '/devices/:id/series.json',
    {
      config: { policy: 'viewer', scope: 'device' },
      schema: { hide: true, params: IdParams, querystring: SeriesQuery },
    },
    async (request) => {
      const query = request.query as Static<typeof SeriesQuery>
      const device = await deviceOf(db, reachOf(request), request.params as { id: string })
      const reader = readerOfDevice(readerOf(request), device.metrics)
      const range = rangeSince(reader, query)
      const charts = await deviceCharts(db, reader, {
        device,
        metrics: chosenMetrics(metricsOf(device), query.metrics),
        range,
        points: MOST_POINTS,
        rules: await rulesOf(db, reader.reach, rules(), device),
        offlineAfterS,
      })
      return { to: range.to.getTime() / MS, charts: charts.map(({ key, lines, bands }) => ({ key, lines, bands })) }
    },
  )

  server.get(
    '/devices/:id/track.json',
    {
      config: { policy: 'viewer', scope: 'device' },
      schema: { hide: true, params: IdParams, querystring: TrackQuery },
    },
    async (request) => {
      const device = await deviceOf(db, reachOf(request), request.params as { id: string })
      const range = rangeSince(readerOf(request), request.query as Static<typeof TrackQuery>)
      return { track: locationsOf(await trackOf(db, device, range, TRACK_POINTS)), pin: pinOf(device) }
    },
  )
}

/** The requested metrics that the device has, in the order of their names. */
export function chosenMetrics(known: readonly string[], asked: string | undefined): string[] {
  if (asked === undefined || asked === '') return []
  const chosen = asked.split(',').filter((metric) => known.includes(metric))
  return [...new Set(chosen)].slice(0, MOST_METRICS)
}

function rangeSince(reader: Reader, { since, ...asked }: AskedRange & { since?: string }): TimeRange {
  const range = timeRangeOf(reader, asked)
  if (since === undefined) return range
  // Right after the last one.
  const from = new Date(Math.min(Number(since) * MS + 1, range.to.getTime() - 1))
  return { ...range, from: from > range.from ? from : range.from }
}
