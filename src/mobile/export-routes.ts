import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { findDevice } from '../devices/list-devices.ts'
import { notFound } from '../platform/errors.ts'
import { operation } from '../platform/http/route-list.ts'
import { FileText, fileSender } from '../platform/http/send-file.ts'
import { IdParams } from '../platform/http/shapes.ts'
import { type Export, exportReadings, exportTrack } from '../telemetry/export-history.ts'
import { rangeOf, rangeQuery } from './history-query.ts'
import type { MobileContext } from './mobile-context.ts'

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
  gpx: 'application/gpx+xml; charset=utf-8',
}

interface ExportRequest {
  params: { id: string }
  query: { from?: string; to?: string }
}

/** The history of one device as a file, oldest first. */
export const exportRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, now }) => {
  const sendFile = fileSender(server)

  async function send<Format extends keyof typeof CONTENT_TYPES>(
    { params, query }: ExportRequest,
    reply: FastifyReply,
    what: { name: string; format: Format; write: (what: Export, format: Format) => AsyncGenerator<string> },
  ): Promise<FastifyReply> {
    const deviceId = Number(params.id)
    const range = { deviceId, ...rangeOf(query), receivedUntil: now() }
    if ((await findDevice(db, deviceId)) === null) throw notFound('Device')
    return sendFile(reply, {
      name: `device-${deviceId}-${what.name}.${what.format}`,
      type: CONTENT_TYPES[what.format],
      pieces: (signal) => what.write({ db, range, signal }, what.format),
    })
  }

  const ReadingsQuery = Type.Object({ ...rangeQuery, format: Type.Enum(['csv', 'ndjson']) })
  const TrackQuery = Type.Object({ ...rangeQuery, format: Type.Enum(['geojson', 'gpx']) })
  // A HEAD of these would do all the work and throw it away.
  const options = { config: { policy: 'viewer' }, exposeHeadRoute: false } as const

  server.get(
    '/api/mobile/devices/:id/readings/export',
    {
      ...options,
      schema: {
        ...operation('exportReadings', 'History', 'Export the readings of a device'),
        params: IdParams,
        querystring: ReadingsQuery,
        answerContent: { 'text/csv': FileText, 'application/x-ndjson': FileText },
      },
    },
    async (request, reply) =>
      send(request, reply, { name: 'readings', format: request.query.format, write: exportReadings }),
  )

  server.get(
    '/api/mobile/devices/:id/track/export',
    {
      ...options,
      schema: {
        ...operation('exportTrack', 'History', 'Export the track of a device'),
        params: IdParams,
        querystring: TrackQuery,
        answerContent: { 'application/geo+json': FileText, 'application/gpx+xml': FileText },
      },
    },
    async (request, reply) => send(request, reply, { name: 'track', format: request.query.format, write: exportTrack }),
  )
}
