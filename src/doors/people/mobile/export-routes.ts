import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { forPrograms } from '../../../platform/http/route-list.ts'
import { IdParams } from '../../../platform/http/schemas/shapes.ts'
import { FileText } from '../../../platform/http/send-file.ts'
import { historyFiles, ReadingsFileQuery, TrackFileQuery } from './history-files.ts'
import type { MobileContext } from './mobile-context.ts'

/** A feature collection (RFC 7946). */
const GeoJson = { type: 'object' }

export const exportRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, context) => {
  const files = historyFiles(server, context)
  // A HEAD request would do all the work and discard it.
  const options = { config: { policy: 'viewer', scope: 'device' }, exposeHeadRoute: false } as const

  server.get(
    '/api/mobile/devices/:id/readings/export',
    {
      ...options,
      schema: {
        ...forPrograms('exportReadings', 'History', 'Export the readings of a device'),
        refusals: [429],
        params: IdParams,
        querystring: ReadingsFileQuery,
        responseContent: { 'text/csv': FileText, 'application/x-ndjson': FileText },
      },
    },
    files.sendReadings,
  )

  server.get(
    '/api/mobile/devices/:id/track/export',
    {
      ...options,
      schema: {
        ...forPrograms('exportTrack', 'History', 'Export the track of a device'),
        refusals: [429],
        params: IdParams,
        querystring: TrackFileQuery,
        responseContent: { 'application/geo+json': GeoJson, 'application/gpx+xml': FileText },
      },
    },
    files.sendTrack,
  )
}
