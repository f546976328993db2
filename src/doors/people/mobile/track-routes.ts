import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { HistoryQuery, historyPageOf, historyPlace } from '../../../core/telemetry/history/history-page.ts'
import { pointsOf, pointsQuery, rangeOf } from '../../../core/telemetry/history/history-query.ts'
import { listTrack } from '../../../core/telemetry/history/history-store.ts'
import { readTrack } from '../../../core/telemetry/track/read-track.ts'
import { badRequest } from '../../../platform/errors.ts'
import { page, pageSize } from '../../../platform/http/pagination.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { IdParams, NullableNumber, NullableText, Time } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const TrackQuery = Type.Object({ ...HistoryQuery.properties, ...pointsQuery })

const TrackResponse = Type.Object({
  status: Type.Literal('ok'),
  data: Type.Array(
    Type.Object(
      { at: Time, lat: Type.Number(), lng: Type.Number(), speed_kmh: NullableNumber, heading: NullableNumber },
      {
        title: 'Place',
        examples: [
          { at: '2010-08-05T16:23:49.000Z', lat: 45.790873384, lng: 14.304442042, speed_kmh: 2.55, heading: 187.5 },
        ],
      },
    ),
  ),
  next_cursor: NullableText,
  error_m: Type.Optional(
    Type.Number({ description: 'With points: greatest distance of a location from the line, in metres' }),
  ),
  every_s: Type.Optional(NullableNumber),
})

/** The track of a device: page by page, or a whole range simplified to a number of points. */
export const trackRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db }) => {
  server.get(
    '/api/mobile/devices/:id/track',
    endpoint('viewer', 'device', forPrograms('getTrack', 'History', 'Get the track of a device'), {
      description:
        'Page by page, newest first; or with points, a whole range as a line of at most that many locations.',
      params: IdParams,
      querystring: TrackQuery,
      response: { 200: TrackResponse },
    }),
    async (request) => {
      const { params, query } = request
      const { id: deviceId } = await getDevice(db, reachOf(request), Number(params.id))
      if (query.points === undefined) {
        const rows = await listTrack(db, historyPageOf(deviceId, query))
        return page(rows, pageSize(query), historyPlace)
      }
      if (query.limit !== undefined || query.cursor !== undefined) {
        throw badRequest('in_english', 'points is for a whole range; leave out limit and cursor')
      }
      const track = await readTrack(db, { deviceId, ...rangeOf(query), points: pointsOf(query) })
      const { points, error_m, every_s } = track
      return { status: 'ok' as const, data: points, next_cursor: null, error_m, every_s }
    },
  )
}
