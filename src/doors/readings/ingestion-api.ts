import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Device } from '../../core/devices/device.ts'
import { limitBehind, type Refused } from '../../core/devices/refusals/refusal.ts'
import { tooBusy } from '../../core/ingestion/group-commit.ts'
import { ReadingBody, toReading } from '../../core/telemetry/reading.ts'
import { statusOf, toRefusal } from '../../platform/http/error-responses.ts'
import { operation } from '../../platform/http/route-list.ts'
import { mediaOf, requireBody, requireJsonBody } from '../../platform/http/schemas/json-bodies.ts'
import { hasShortBody } from '../../platform/http/short-body.ts'
import { BATCH_LIMIT, BATCH_LIMIT_BYTES, batchItems, NDJSON, READING_LIMIT_BYTES } from './batch-items.ts'
import { ingestBatch } from './ingest-batch.ts'
import { INGEST_PATH } from './ingest-express.ts'
import type { IngestionApi } from './ingestion-context.ts'
import { trackerRoutes } from './trackers/tracker-routes.ts'
import { tokenInHeaders } from './trackers/tracker-token.ts'

/** The body in the reference. */
const OneReading = Type.Object(ReadingBody.properties, {
  title: 'ReadingBody',
  examples: [{ module: 'health', ts: 1795263623, battery: 82, metrics: { systolic: 118, spo2: 98 }, flags: {} }],
})

declare module 'fastify' {
  interface FastifyRequest {
    device: Device | null
    /** A token that was not sent in a header. */
    presentedToken: string | null
  }
}

/** The ingestion API: the device token in `X-Device-Token`, one reading per request or a batch. */
export const ingestionApi: FastifyPluginAsyncTypebox<IngestionApi> = async (server, options) => {
  const { findDevice, commits, refusals, watch, refuseToken, noteRefusal, now } = options
  server.decorateRequest('device', null)
  server.decorateRequest('presentedToken', null)

  const refused = (request: FastifyRequest, status: number, message: string): Refused => {
    const token = request.presentedToken ?? tokenInHeaders(request.headers)
    return { device: request.device, token, status, message, address: request.ip }
  }
  server.addHook('onError', async (request, reply, error) => {
    const status = statusOf(error)
    // The client has disconnected, so there is no refusal to record.
    if (request.socket.destroyed) watch.refused(status)
    else {
      const message = status < 500 ? toRefusal(error, request).message : ''
      noteRefusal({ ...refused(request, status, message), limit: limitBehind(error) })
    }
    const isUnread = request.device === null && (status === 401 || status === 429)
    if (isUnread && !hasShortBody(request)) reply.header('connection', 'close')
  })

  /** Order of checks before the body is read: token (401), room in the queue (503), type of body (415). */
  const admit = (requireKind: (request: FastifyRequest) => void) => async (request: FastifyRequest) => {
    const token = request.headers['x-device-token']
    const found = typeof token === 'string' ? findDevice(token) : null
    const device = found instanceof Promise ? await found : found
    if (device === null) throw refuseToken(request.ip)
    request.device = device
    if (commits.isFull()) throw tooBusy()
    requireKind(request)
  }

  server.post(
    INGEST_PATH,
    {
      config: { policy: 'device', scope: 'none' },
      bodyLimit: READING_LIMIT_BYTES,
      onRequest: admit(requireJsonBody),
      schema: {
        ...operation('ingestReading', 'Readings', 'Send a reading'),
        description:
          'When the response is sent, the reading and all its consequences are on disk. Sent again, it is stored once.',
        body: OneReading,
        response: { 200: Type.Object({ status: Type.Literal('ok'), ts: Type.Integer() }) },
      },
    },
    async (request) => {
      const reading = toReading(request.body, now().getTime())
      // A chunked body has no Content-Length; it counts as the largest.
      const bytes = Number(request.headers['content-length'] ?? READING_LIMIT_BYTES)
      await commits.submit({ device: request.device!, reading }, bytes)
      return { status: 'ok' as const, ts: reading.ts }
    },
  )

  await server.register(trackerRoutes, options)
  await server.register(async (batches: typeof server) => {
    batches.removeAllContentTypeParsers()
    batches.addContentTypeParser(
      ['application/json', NDJSON],
      { parseAs: 'buffer' },
      async (_: unknown, body: Buffer) => body,
    )
    batches.post<{ Body: Buffer }>(
      '/api/telemetry/batch',
      {
        config: { policy: 'device', scope: 'none' },
        bodyLimit: BATCH_LIMIT_BYTES,
        onRequest: admit(requireBody('application/json', NDJSON)),
        schema: {
          ...operation('ingestBatch', 'Readings', 'Send a batch of readings'),
          description: 'Up to 1,000 readings, each checked separately.',
          bodyContent: {
            'application/json': Type.Array(OneReading, { maxItems: BATCH_LIMIT }),
            [NDJSON]: Type.String({ description: 'One reading per line' }),
          },
          response: { 200: BatchResponse },
        },
      },
      async (request) => {
        // The queue may have filled while the body arrived: parsing it would be wasted.
        if (commits.isFull()) throw tooBusy()
        const { body, device } = request
        const batch = { device: device!, items: batchItems(body, mediaOf(request)), bytes: body.length }
        const outcome = await ingestBatch(batch, { commits, receivedAt: now().getTime() })
        const [first] = outcome.rejected
        if (first !== undefined) refusals.note(refused(request, 400, `[${first.index}] ${first.message}`))
        watch.rejected(outcome.rejected.length)
        return { status: 'ok' as const, ...outcome }
      },
    )
  })
}

const BatchResponse = Type.Object({
  status: Type.Literal('ok'),
  accepted: Type.Integer(),
  rejected: Type.Array(Type.Object({ index: Type.Integer(), message: Type.String() })),
})
