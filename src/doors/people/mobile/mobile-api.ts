import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requireBearer } from '../../../core/people/credentials/bearer.ts'
import { forPrograms } from '../../../platform/http/route-list.ts'
import { readDevices } from '../read-devices.ts'
import { alertRoutes } from './alert-routes.ts'
import { contactMethodRoutes } from './contact-method-routes.ts'
import { credentialRoutes } from './credential-routes.ts'
import { deviceNoteRoutes } from './device-note-routes.ts'
import { escalationRoutes } from './escalation-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { incidentActionRoutes } from './incident-action-routes.ts'
import { incidentReviewRoutes } from './incident-review-routes.ts'
import { incidentRoutes } from './incident-routes.ts'
import type { MobileContext } from './mobile-context.ts'
import { onCallRoutes } from './on-call-routes.ts'
import { readinessRoutes } from './readiness-routes.ts'
import { seriesRoutes } from './series-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { summaryRoutes } from './summary-routes.ts'
import { trackRoutes } from './track-routes.ts'
import { tripRoutes } from './trip-routes.ts'

/** The API of the mobile app, with a bearer token from the login: shows everything, acts on alerts and incidents. */
export const mobileApi: FastifyPluginAsyncTypebox<MobileContext> = async (server, api) => {
  server.decorateRequest('user', null)
  server.decorateRequest('reach', null)
  server.decorateRequest('readmit')
  server.decorateRequest('credential', null)
  server.addHook('onRequest', requireBearer(api.db, api.now))
  await server.register(sessionRoutes, api)
  await server.register(credentialRoutes, api)
  await server.register(contactMethodRoutes, api)
  await server.register(summaryRoutes, api)
  readDevices(server, api.db, {
    path: '/api/mobile/devices',
    policy: 'viewer',
    list: forPrograms('listDevices', 'Devices', 'List devices'),
    get: forPrograms('getDevice', 'Devices', 'Get a device'),
  })
  await server.register(historyRoutes, api)
  await server.register(trackRoutes, api)
  await server.register(tripRoutes, api)
  await server.register(deviceNoteRoutes, api)
  await server.register(seriesRoutes, api)
  await server.register(exportRoutes, api)
  await server.register(alertRoutes, api)
  await server.register(incidentRoutes, api)
  await server.register(incidentActionRoutes, api)
  await server.register(incidentReviewRoutes, api)
  await server.register(onCallRoutes, api)
  await server.register(escalationRoutes, api)
  await server.register(readinessRoutes, api)
}
