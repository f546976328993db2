import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { mustExist } from '../../platform/errors.ts'
import { sendKept } from '../../platform/http/kept-body.ts'
import { findAsset } from './assets.ts'
import { findGroundCell } from './ground-assets.ts'

export const assetRoutes: FastifyPluginAsyncTypebox = async (server) => {
  server.get(
    '/assets/:name',
    {
      config: { policy: 'public', scope: 'none', perMinute: 6_000 },
      schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    },
    async (request, reply) => {
      const asset = mustExist('File', findAsset(request.params.name) ?? findGroundCell(request.params.name))
      reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable')
      return sendKept(reply, asset.kept)
    },
  )
}
