import type { FastifyPluginAsync } from 'fastify'
import type { ConsoleContext } from '../console-context.ts'
import { deviceAlertsPage } from './alerts-page.ts'
import { dataRoutes } from './data-routes.ts'
import { eventsPage } from './events-page.ts'
import { fileRoutes } from './file-routes.ts'
import { historyPage } from './history-page.ts'
import { deviceOverviewPage } from './overview-page.ts'
import { rawPage } from './raw-page.ts'
import { trackPage } from './track-page.ts'

/** What one device has sent, in all ways to look at it. */
export const devicePages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  deviceOverviewPage(server, context)
  historyPage(server, context)
  trackPage(server, context)
  eventsPage(server, context)
  deviceAlertsPage(server, context)
  rawPage(server, context)
  dataRoutes(server, context)
  await server.register(fileRoutes, context)
}
