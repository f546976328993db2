import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type TSchema } from 'typebox'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { HistoryQuery, historyPageOf, historyPlace } from '../../../core/telemetry/history/history-page.ts'
import { type HistoryPage, listModuleEvents, listReadings } from '../../../core/telemetry/history/history-store.ts'
import { ReadingShape } from '../../../core/telemetry/history/reading-record.ts'
import { ModuleShape } from '../../../core/vocabulary/shapes.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { page, pageSize } from '../../../platform/http/pagination.ts'
import { endpoint, type ForCallers, forPrograms } from '../../../platform/http/route-list.ts'
import { IdParams, ListResponse, OneOf, Text, Time } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const EventShape = Type.Object(
  {
    at: Time,
    module: ModuleShape,
    kind: OneOf(['alarm', 'measurement', 'heartbeat']),
    raised: Type.Array(Text, { description: 'Flags that were true', examples: [['panic_pressed']] }),
  },
  { title: 'ModuleEvent' },
)

/** The history of one device, newest first. */
export const historyRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db }) => {
  function history<Row extends { at: Date; digest: string }>(
    name: string,
    what: ForCallers,
    shape: TSchema,
    list: (db: Queryable, page: HistoryPage) => Promise<Row[]>,
  ): void {
    server.get(
      `/api/mobile/devices/:id/${name}`,
      endpoint('viewer', 'device', what, {
        description: 'Newest first, by event time.',
        params: IdParams,
        querystring: HistoryQuery,
        response: { 200: ListResponse(shape) },
      }),
      async (request) => {
        const { id } = await getDevice(db, reachOf(request), Number(request.params.id))
        const rows = await list(db, historyPageOf(id, request.query))
        return page(rows, pageSize(request.query), historyPlace)
      },
    )
  }

  const readings = forPrograms('listReadings', 'History', 'List the readings of a device')
  history('readings', readings, ReadingShape, listReadings)
  const events = forPrograms('listModuleEvents', 'History', 'List the module events of a device')
  history('events', events, EventShape, listModuleEvents)
}
