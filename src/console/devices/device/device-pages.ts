import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyPluginAsync } from 'fastify'
import { historyFiles, ReadingsFileQuery, TrackFileQuery } from '../../../doors/people/mobile/history-files.ts'
import { IdParams } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { dataRoutes } from '../history/data-routes.ts'
import { historyPage } from '../history/history-page.ts'
import { rawPage } from '../history/raw-page.ts'
import { trackPage } from '../track/track-page.ts'
import { tripsPage } from '../track/trips-page.ts'
import { deviceAlertsPage } from './alerts-page.ts'
import { eventsPage } from './events-page.ts'
import { deviceOverviewPage } from './overview-page.ts'
import { ruleOfDevicePage } from './rule-of-device-page.ts'

export const devicePages: FastifyPluginAsync<ConsoleContext> = async (server, context) => {
  deviceOverviewPage(server, context)
  historyPage(server, context)
  trackPage(server, context)
  tripsPage(server, context)
  eventsPage(server, context)
  deviceAlertsPage(server, context)
  ruleOfDevicePage(server, context)
  rawPage(server, context)
  dataRoutes(server, context)
  await server.register(fileRoutes, context)
}

/** The file exports of the API, for sessions. */
const fileRoutes: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const files = historyFiles(server, context)
  const options = { config: { policy: 'viewer', scope: 'device' }, exposeHeadRoute: false } as const
  const hidden = { hide: true, params: IdParams }
  server.get(
    '/devices/:id/readings/export',
    { ...options, schema: { ...hidden, querystring: ReadingsFileQuery } },
    files.sendReadings,
  )
  server.get(
    '/devices/:id/track/export',
    { ...options, schema: { ...hidden, querystring: TrackFileQuery } },
    files.sendTrack,
  )
}
