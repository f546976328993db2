import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireBearer } from '../../../core/people/credentials/bearer.ts'
import type { AdminContext } from './admin-context.ts'
import { attributeRoutes } from './attribute-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { deviceRoutes } from './device-routes.ts'
import { adminExportRoutes } from './export-routes.ts'
import { geofenceRoutes } from './geofence-routes.ts'
import { overrideRoutes } from './override-routes.ts'
import { policyRoutes } from './policy-routes.ts'
import { refusalRoutes } from './refusal-routes.ts'
import { rehearsalRoutes } from './rehearsal-routes.ts'
import { ruleRoutes } from './rule-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { silenceRoutes } from './silence-routes.ts'
import { siteRoutes } from './site-routes.ts'
import { sourceExampleRoutes } from './source-example-routes.ts'
import { sourceAdminRoutes } from './source-routes.ts'
import { statusNoticeRoutes } from './status-notice-routes.ts'
import { statusPageRoutes } from './status-page-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { userRoutes } from './user-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** The admin API for setting up the service. Needs the bearer token of an operator or administrator. */
export const adminApi: FastifyPluginAsyncTypebox<AdminContext> = async (server, api) => {
  server.decorateRequest('user', null)
  server.decorateRequest('reach', null)
  server.decorateRequest('readmit')
  server.decorateRequest('credential', null)
  server.addHook('onRequest', requireBearer(api.db, api.now))
  await server.register(deviceRoutes, api)
  await server.register(webhookRoutes, api)
  await server.register(deliveryRoutes, api)
  await server.register(siteRoutes, api)
  await server.register(statusPageRoutes, api)
  await server.register(statusNoticeRoutes, api)
  await server.register(userRoutes, api)
  await server.register(tokenRoutes, api)
  await server.register(auditRoutes, api)
  await server.register(ruleRoutes, api)
  await server.register(geofenceRoutes, api)
  await server.register(settingsRoutes, api)
  await server.register(silenceRoutes, api)
  await server.register(scheduleRoutes, api)
  await server.register(overrideRoutes, api)
  await server.register(policyRoutes, api)
  await server.register(adminExportRoutes, api)
  await server.register(rehearsalRoutes, api)
  await server.register(attributeRoutes, api)
  await server.register(sourceAdminRoutes, api)
  await server.register(sourceExampleRoutes, api)
  await server.register(refusalRoutes, api)
}
