import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type TSchema } from 'typebox'
import { findDevice } from '../devices/device-store.ts'
import type { Queryable } from '../platform/database.ts'
import { notFound } from '../platform/errors.ts'
import { limitOf, page } from '../platform/http/pages.ts'
import { operation } from '../platform/http/route-list.ts'
import { AnyObject, IdParams, ListAnswer, NullableNumber, Text, Time } from '../platform/http/shapes.ts'
import { type HistoryPage, listModuleEvents, listReadings } from '../telemetry/history-store.ts'
import { HistoryQuery, historyPageOf, historyPlace } from './history-page.ts'
import type { MobileContext } from './mobile-context.ts'

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

const EventShape = Type.Object({ at: Time, module: Text, kind: Text, raised: Type.Array(Text) })

/** The past of one device, newest first. */
export const historyRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db }) => {
  function history<Row extends { at: Date; digest: string }>(
    name: string,
    what: ReturnType<typeof operation>,
    shape: TSchema,
    list: (db: Queryable, page: HistoryPage) => Promise<Row[]>,
  ): void {
    server.get(
      `/api/mobile/devices/:id/${name}`,
      {
        config: { policy: 'viewer' },
        schema: {
          ...what,
          params: IdParams,
          querystring: HistoryQuery,
          response: { 200: ListAnswer(shape) },
        },
      },
      async (request) => {
        const deviceId = Number(request.params.id)
        if ((await findDevice(db, deviceId)) === null) throw notFound('Device')
        const rows = await list(db, historyPageOf(deviceId, request.query))
        return page(rows, limitOf(request.query), historyPlace)
      },
    )
  }

  const readings = operation('listReadings', 'History', 'List the readings of a device')
  history('readings', readings, ReadingShape, listReadings)
  const events = operation('listModuleEvents', 'History', 'List the module events of a device')
  history('events', events, EventShape, listModuleEvents)
}
