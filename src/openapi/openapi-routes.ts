import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { operation } from '../platform/http/route-list.ts'
import { AnyObject } from '../platform/http/shapes.ts'
import { openApiDocument } from './document.ts'

/** The reference of the API, for programs and for people, made of the routes themselves. */
export const openApiRoutes: FastifyPluginAsyncTypebox<{ version: string }> = async (server, { version }) => {
  let json = ''
  // At the start, when all routes are known: one that cannot be described keeps the service from starting.
  server.addHook('onReady', async () => {
    json = JSON.stringify(openApiDocument(server.routeList, version))
  })

  server.get(
    '/openapi.json',
    {
      config: { policy: 'public' },
      schema: {
        ...operation('getOpenApi', 'Operations', 'Get this reference as an OpenAPI document'),
        answerContent: { 'application/json': AnyObject },
      },
    },
    async (_request, reply) => reply.type('application/json; charset=utf-8').send(json),
  )
}
