import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type TSchema } from 'typebox'
import { findDevice } from '../devices/device-store.ts'
import type { Queryable } from '../platform/database.ts'
import { notFound } from '../platform/errors.ts'
import { foreignCursor, limitOf, page, pageQuery, textsBehind } from '../platform/http/pages.ts'
import { AnyObject, IdParams, ListAnswer, NullableNumber, Text, Time } from '../platform/http/shapes.ts'
import { type HistoryPage, listModuleEvents, listReadings, listTrack } from '../telemetry/history-store.ts'
import { rangeOf, rangeQuery } from './history-query.ts'
import type { MobileContext } from './mobile-context.ts'

const HistoryQuery = Type.Object({ ...pageQuery, ...rangeQuery })

const ReadingShape = Type.Object({
  ts: Type.Integer(),
  at: Time,
  received_at: Time,
  module: Text,
  lat: NullableNumber,
  lng: NullableNumber,
  battery: NullableNumber,
  signal: NullableNumber,
  metrics: AnyObject,
  flags: AnyObject,
  clock_suspect: Type.Boolean(),
})

const TrackShape = Type.Object({
  at: Time,
  lat: Type.Number(),
  lng: Type.Number(),
  speed_kmh: NullableNumber,
  heading: NullableNumber,
})

const EventShape = Type.Object({ at: Time, module: Text, kind: Text, raised: Type.Array(Text) })

/** The past of one device, newest first. */
export const historyRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db }) => {
  function history<Row extends { at: Date; digest: string }>(
    name: string,
    shape: TSchema,
    list: (db: Queryable, page: HistoryPage) => Promise<Row[]>,
  ): void {
    server.get(
      `/api/mobile/devices/:id/${name}`,
      {
        config: { policy: 'viewer' },
        schema: { params: IdParams, querystring: HistoryQuery, response: { 200: ListAnswer(shape) } },
      },
      async (request) => {
        const deviceId = Number(request.params.id)
        if ((await findDevice(db, deviceId)) === null) throw notFound('Device')
        const limit = limitOf(request.query)
        const behind = textsBehind(request.query, 2)
        const rows = await list(db, {
          deviceId,
          ...rangeOf(request.query),
          behind: behind === null ? null : placeBehind(behind),
          limit: limit + 1,
        })
        return page(rows, limit, (row) => [row.at.toISOString(), row.digest])
      },
    )
  }

  history('readings', ReadingShape, listReadings)
  history('track', TrackShape, listTrack)
  history('events', EventShape, listModuleEvents)
}

function placeBehind([time = '', digest = '']: string[]): { at: Date; digest: string } {
  const at = new Date(time)
  if (
    Number.isNaN(at.getTime()) ||
    !/^-?\d{1,19}$/.test(digest) ||
    BigInt.asIntN(64, BigInt(digest)) !== BigInt(digest)
  ) {
    throw foreignCursor()
  }
  return { at, digest }
}
