import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { pointsOf, pointsQuery, rangeOf, rangeQuery } from '../../../core/telemetry/history/history-query.ts'
import { TEXT_METRIC } from '../../../core/telemetry/reading.ts'
import { readSeries } from '../../../core/telemetry/series/read-series.ts'
import { badRequest } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import {
  Answer,
  Count,
  IdParams,
  NullableNumber,
  OneOf,
  ok,
  Text,
  Time,
} from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const SeriesQuery = Type.Object({
  ...rangeQuery,
  ...pointsQuery,
  metric: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', description: 'A key of metrics, or battery or signal' }),
})

/** A single value, or the aggregates of a bucket. */
const PointShape = Type.Object({
  at: Time,
  value: Type.Optional(Type.Number()),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  avg: Type.Optional(Type.Number()),
  count: Type.Optional(Count),
})

const SeriesShape = Type.Object(
  { metric: Text, kind: OneOf(['raw', 'lttb', 'buckets']), width_s: NullableNumber, points: Type.Array(PointShape) },
  {
    title: 'Series',
    examples: [
      { metric: 'heart_rate', kind: 'raw', width_s: null, points: [{ at: '2026-11-20T12:20:24.000Z', value: 72 }] },
    ],
  },
)

/** One metric of a device over time, ready to be drawn. */
export const seriesRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db }) => {
  server.get(
    '/api/mobile/devices/:id/series',
    endpoint('viewer', 'device', forPrograms('getSeries', 'History', 'Get one metric over time'), {
      params: IdParams,
      querystring: SeriesQuery,
      response: { 200: Answer(SeriesShape) },
    }),
    async (request) => {
      const { metric } = request.query
      if (metric === TEXT_METRIC) throw badRequest('in_english', `${metric} is a text and has no series`)
      const wanted = { metric, ...rangeOf(request.query), points: pointsOf(request.query) }
      const { id } = await getDevice(db, reachOf(request), Number(request.params.id))
      const series = await readSeries(db, { deviceId: id, ...wanted })
      return ok({ metric, ...series })
    },
  )
}
