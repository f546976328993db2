import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { RefusalShape } from '../../../core/devices/refusals/refusal-shape.ts'
import { listRefusals } from '../../../core/devices/refusals/refusal-store.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { Answer, IdParams, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const ALL = 100

/** Refused requests of devices, for people who set a device up and see no readings. */
export const refusalRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db }) => {
  server.get(
    '/api/admin/devices/:id/refusals',
    endpoint('operator', 'device', forPrograms('listDeviceRefusals', 'Devices', 'List rejected requests of a device'), {
      description: 'Of the last day, newest first; repetitions are counted. The newest twenty are kept.',
      params: IdParams,
      response: { 200: Answer(Type.Array(RefusalShape)) },
    }),
    async (request) => {
      const { id } = await getDevice(db, reachOf(request), Number(request.params.id))
      return ok(await listRefusals(db, id, ALL))
    },
  )
}
