import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { DeviceShape } from '../devices/device-shape.ts'
import { findDevice, listDevices } from '../devices/device-store.ts'
import { notFound } from '../platform/errors.ts'
import { idBehind, limitOf, PageQuery, page } from '../platform/http/pages.ts'
import { operation } from '../platform/http/route-list.ts'
import { Answer, IdParams, ListAnswer, ok } from '../platform/http/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

export const deviceRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db }) => {
  server.get(
    '/api/mobile/devices',
    {
      config: { policy: 'viewer' },
      schema: {
        ...operation('listDevices', 'Devices', 'List devices'),
        querystring: PageQuery,
        response: { 200: ListAnswer(DeviceShape) },
      },
    },
    async (request) => {
      const limit = limitOf(request.query)
      const afterId = idBehind(request.query) ?? 0
      const devices = await listDevices(db, { afterId, limit: limit + 1 })
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
      },
    },
    async (request) => {
      const device = await findDevice(db, Number(request.params.id))
      if (device === null) throw notFound('Device')
      return ok(device)
    },
  )
}
