import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { historyFiles, ReadingsFileQuery, TrackFileQuery } from '../../../doors/people/mobile/history-files.ts'
import { IdParams } from '../../../platform/http/schemas/shapes.ts'
import type { ConsoleContext } from '../../console-context.ts'

/** The file exports of the API, for sessions. */
export const fileRoutes: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const files = historyFiles(server, context)
  const options = { config: { policy: 'viewer' }, exposeHeadRoute: false } as const
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
