import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type TSchema } from 'typebox'
import { findDevice } from '../devices/device-store.ts'
import type { Queryable } from '../platform/database.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { limitOf, page, pageQuery, placeOf } from '../platform/http/pages.ts'
import { AnyObject, IdParams, ListAnswer, NullableNumber, Text, Time } from '../platform/http/shapes.ts'
import { type HistoryPage, listModuleEvents, listReadings, listTrack } from '../telemetry/history-store.ts'
import type { MobileApi } from './mobile-api.ts'

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
export const historyRoutes: FastifyPluginAsyncTypebox<MobileApi> = async (server, { db }) => {
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
        const place = placeOf(request.query, 2)
        const rows = await list(db, {
          deviceId,
          from: timeOf('from', from),
          to: timeOf('to', to),
          behind: place === null ? null : { at: timeOf('cursor', String(place[0]))!, digest: digestOf(place[1]!) },
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

/** ISO 8601, or a timestamp as devices send it: seconds, or milliseconds when it is that large. */
function timeOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  const number = /^-?\d{1,14}$/.test(text) ? Number(text) : null
  const time = new Date(number === null ? Date.parse(text) : Math.abs(number) < 1e11 ? number * 1_000 : number)
  if (Number.isNaN(time.getTime())) throw badRequest(`${name} must be an ISO 8601 time`)
  return time
}

function digestOf(part: string | number): string {
  if (!/^-?\d{1,19}$/.test(String(part))) throw badRequest('cursor is not one of ours')
  return String(part)
}
