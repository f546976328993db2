import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { recordDownload } from '../../../core/audit-log/record-download.ts'
import { getDevice } from '../../../core/devices/lists/list-devices.ts'
import { reachOf, userOf } from '../../../core/people/credentials/caller.ts'
import { type Export, exportReadings, exportTrack } from '../../../core/telemetry/history/export-history.ts'
import { rangeOf, rangeQuery } from '../../../core/telemetry/history/history-query.ts'
import type { Database } from '../../../platform/database/database.ts'
import { fileSender } from '../../../platform/http/send-file.ts'

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
  gpx: 'application/gpx+xml; charset=utf-8',
}

export const ReadingsFileQuery = Type.Object({ ...rangeQuery, format: Type.Enum(['csv', 'ndjson']) })
export const TrackFileQuery = Type.Object({ ...rangeQuery, format: Type.Enum(['geojson', 'gpx']) })

interface FileRequest<Format> {
  params: { id: string }
  query: { from?: string; to?: string; format: Format }
}

interface HistoryFiles {
  sendReadings(request: FileRequest<'csv' | 'ndjson'>, reply: FastifyReply): Promise<FastifyReply>
  sendTrack(request: FileRequest<'geojson' | 'gpx'>, reply: FastifyReply): Promise<FastifyReply>
}

/** Sends the history of one device as a file, oldest first. */
export function historyFiles(server: FastifyInstance, { db, now }: { db: Database; now: () => Date }): HistoryFiles {
  const sendFile = fileSender(server)

  async function send<Format extends keyof typeof CONTENT_TYPES>(
    { params, query }: FileRequest<Format>,
    reply: FastifyReply,
    what: 'readings' | 'track',
    write: (from: Export, format: Format) => AsyncGenerator<string>,
  ): Promise<FastifyReply> {
    const { request } = reply
    const { format } = query
    const find = () => getDevice(db, reachOf(request), Number(params.id))
    const asked = { ...rangeOf(query), receivedUntil: now() }
    const { id, name } = await find()
    const subject = { type: 'device', id, name }
    return sendFile(reply, {
      download: {
        name: `device-${id}-${what}.${format}`,
        record: () => recordDownload(db, request, { what, subject }, now()),
      },
      type: CONTENT_TYPES[format],
      reader: userOf(request).id,
      check: () => request.readmit().then(async () => void (await find())),
      pieces: (signal) => write({ db, range: { deviceId: id, ...asked }, signal }, format),
    })
  }

  return {
    sendReadings: (request, reply) => send(request, reply, 'readings', exportReadings),
    sendTrack: (request, reply) => send(request, reply, 'track', exportTrack),
  }
}
