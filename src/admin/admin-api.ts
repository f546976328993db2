import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireBearer } from '../users/bearer.ts'
import type { AdminContext } from './admin-context.ts'
import { deviceRoutes } from './device-routes.ts'
import { ruleRoutes } from './rule-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { userRoutes } from './user-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** What sets the service up: the bearer token of an operator or administrator. */
export const adminApi: FastifyPluginAsyncTypebox<AdminContext> = async (server, api) => {
  server.decorateRequest('user', null)
  server.decorateRequest('credential', null)
  server.addHook('onRequest', requireBearer(api.db, api.now))
  await server.register(deviceRoutes, api)
  await server.register(webhookRoutes, api)
  await server.register(userRoutes, api)
  await server.register(tokenRoutes, api)
  await server.register(ruleRoutes, api)
}
