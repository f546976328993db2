import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import { ALL_DEVICES, listDevices } from '../../../core/devices/lists/list-devices.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { PlainText } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'

const FOUND_AT_MOST = 8

/** Search results for the palette. */
export const paletteRoutes: FastifyPluginAsync<ConsoleContext> = async (server, { db }) => {
  const querystring = Type.Object({ q: Type.Optional(PlainText({ minLength: 1, maxLength: 100 })) })
  server.get(
    '/palette.json',
    { config: { policy: 'viewer', scope: 'site' }, schema: { hide: true, querystring } },
    async (request) => {
      const { q } = request.query as { q?: string }
      if (q === undefined) return { devices: [] }
      const found = await listDevices(
        db,
        reachOf(request),
        { ...ALL_DEVICES, name: q },
        { afterId: 0, limit: FOUND_AT_MOST },
      )
      return { devices: found.map(({ id, name, status }) => ({ name, status, address: `/devices/${id}` })) }
    },
  )
}
