import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { AttributesShape, findAttributes, saveAttributes } from '../../../core/devices/device-attributes.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { mustExist } from '../../../platform/errors.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

/** Attributes of a device, which rules may use as limits. */
export const attributeRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  const response = { 200: DataResponse(AttributesShape) }

  server.get(
    '/api/admin/devices/:id/attributes',
    endpoint('operator', 'device', forPrograms('getDeviceAttributes', 'Devices', 'Get the attributes of a device'), {
      params: IdParams,
      response,
    }),
    async (request) => {
      return ok(mustExist('Device', await findAttributes(db, reachOf(request), Number(request.params.id))))
    },
  )

  server.put(
    '/api/admin/devices/:id/attributes',
    endpoint('operator', 'device', forPrograms('setDeviceAttributes', 'Devices', 'Set the attributes of a device'), {
      params: IdParams,
      body: AttributesShape,
      response,
    }),
    async (request) => ok(await saveAttributes(db, Number(request.params.id), request.body, changeBy(request), now())),
  )
}
