import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DeviceShape } from '../../../core/devices/device-shape.ts'
import { DeviceQuery, deviceFilterOf } from '../../../core/devices/lists/device-query.ts'
import { findDevice, listDevices } from '../../../core/devices/lists/list-devices.ts'
import { notFound } from '../../../platform/errors.ts'
import { ETAG_HEADER, withEtag } from '../../../platform/http/etags.ts'
import { idBehind, limitOf, page } from '../../../platform/http/pagination.ts'
import { operation } from '../../../platform/http/route-list.ts'
import { Answer, IdParams, ListAnswer, ok } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

export const deviceRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db }) => {
  server.get(
    '/api/mobile/devices',
    {
      config: { policy: 'viewer' },
      schema: {
        ...operation('listDevices', 'Devices', 'List devices'),
        description: 'In the order of their ids.',
        querystring: DeviceQuery,
        response: { 200: ListAnswer(DeviceShape) },
      },
    },
    async ({ query }) => {
      const limit = limitOf(query)
      const afterId = idBehind(query) ?? 0
      const devices = await listDevices(db, deviceFilterOf(query), { afterId, limit: limit + 1 })
      return page(devices, limit, (device) => [device.id])
    },
  )

  server.get(
    '/api/mobile/devices/:id',
    {
      config: { policy: 'viewer' },
      schema: {
        ...operation('getDevice', 'Devices', 'Get a device'),
        params: IdParams,
        response: { 200: Answer(DeviceShape) },
        answerHeaders: ETAG_HEADER,
      },
    },
    async ({ params }, reply) => {
      const device = await findDevice(db, Number(params.id))
      if (device === null) throw notFound('Device')
      return withEtag(reply, device.version).send(ok(device))
    },
  )
}
