import type { FastifyPluginAsync } from 'fastify'
import type { ConsoleContext } from '../../console-context.ts'
import { dataRoutes } from '../history/data-routes.ts'
import { fileRoutes } from '../history/file-routes.ts'
import { historyPage } from '../history/history-page.ts'
import { rawPage } from '../history/raw-page.ts'
import { trackPage } from '../track/track-page.ts'
import { deviceAlertsPage } from './alerts-page.ts'
import { eventsPage } from './events-page.ts'
import { deviceOverviewPage } from './overview-page.ts'

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
