import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type TSchema } from 'typebox'
import { findDevice } from '../devices/device-store.ts'
import type { Queryable } from '../platform/database.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { foreignCursor, limitOf, page, pageQuery, textsBehind } from '../platform/http/pages.ts'
import { AnyObject, IdParams, ListAnswer, NullableNumber, Text, Time } from '../platform/http/shapes.ts'
import { type HistoryPage, listModuleEvents, listReadings, listTrack } from '../telemetry/history-store.ts'
import { timestampMs } from '../telemetry/reading.ts'
import type { MobileContext } from './mobile-context.ts'

const HistoryQuery = Type.Object({
  ...pageQuery,
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
})

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
        const { from, to } = request.query
        const behind = textsBehind(request.query, 2)
        const rows = await list(db, {
          deviceId,
          from: timeOf('from', from),
          to: timeOf('to', to),
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

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** ISO 8601 (a date, or a time with its zone), or a timestamp as devices send it. */
function timeOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  if (/^-?\d{1,14}$/.test(text)) return new Date(timestampMs(Number(text)))
  const time = new Date(ISO_8601.test(text) ? text : Number.NaN)
  if (Number.isNaN(time.getTime())) throw badRequest(`${name} must be an ISO 8601 time, such as 2026-03-01T12:00:00Z`)
  return time
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
