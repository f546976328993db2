import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { DeviceShape } from '../../core/devices/device-shape.ts'
import { DeviceQuery, deviceFilterOf } from '../../core/devices/lists/device-query.ts'
import { getDevice, listDevices } from '../../core/devices/lists/list-devices.ts'
import { listedReach, reachOf } from '../../core/people/credentials/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { ETAG_HEADER, withEtag } from '../../platform/http/etags.ts'
import { pageById } from '../../platform/http/pagination.ts'
import type { ForCallers, Policy } from '../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../platform/http/schemas/shapes.ts'

interface Api {
  /** The address of the list. */
  path: string
  policy: Policy
  list: ForCallers
  get: ForCallers
}

/** The list of devices and a single one, in the words of one of the APIs. */
export function readDevices(server: FastifyInstance, db: Database, { path, policy, list, get }: Api): void {
  server.get<{ Querystring: Static<typeof DeviceQuery> }>(
    path,
    {
      config: { policy, scope: 'site' },
      schema: {
        ...list,
        description: 'Ordered by ID.',
        querystring: DeviceQuery,
        response: { 200: ListResponse(DeviceShape) },
      },
    },
    async (request) => {
      const { query } = request
      return pageById(query, 'id', (place) => listDevices(db, listedReach(request), deviceFilterOf(query), place))
    },
  )

  server.get<{ Params: Static<typeof IdParams> }>(
    `${path}/:id`,
    {
      config: { policy, scope: 'device' },
      schema: { ...get, params: IdParams, response: { 200: DataResponse(DeviceShape) }, responseHeaders: ETAG_HEADER },
    },
    async (request, reply) => {
      const device = await getDevice(db, reachOf(request), Number(request.params.id))
      return withEtag(reply, device.version).send(ok(device))
    },
  )
}
