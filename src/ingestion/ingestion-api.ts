import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Device } from '../devices/device.ts'
import type { FindDevice } from '../devices/device-tokens.ts'
import { unauthorized } from '../platform/errors.ts'
import { invalidInput, statusOf } from '../platform/http/error-answers.ts'
import { mediaOf, requireBody, requireJsonBody } from '../platform/http/json-bodies.ts'
import { operation } from '../platform/http/route-list.ts'
import { ReadingBody, toReading } from '../telemetry/reading.ts'
import { BATCH_LIMIT, batchItems, NDJSON } from './batch-items.ts'
import { type GroupCommit, tooBusy } from './group-commit.ts'
import { ingestBatch } from './ingest-batch.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const BATCH_LIMIT_BYTES = 1024 * 1024

/** As the reference shows it. */
const OneReading = Type.Object(ReadingBody.properties, {
  title: 'ReadingBody',
  examples: [{ module: 'health', ts: 1795263623, battery: 82, metrics: { systolic: 118, spo2: 98 }, flags: {} }],
})

declare module 'fastify' {
  interface FastifyRequest {
    device: Device | null
  }
}

/** Told of what is turned away. */
export interface IngestionWatch {
  /** A request, with this status. */
  refused(status: number): void
  /** So many readings of a batch. */
  rejected(count: number): void
}

export interface IngestionApi {
  findDevice: FindDevice
  commits: GroupCommit
  watch: IngestionWatch
  now: () => Date
}

/** What devices speak to: the device token in `X-Device-Token`, one reading a request or a batch of them. */
export const ingestionApi: FastifyPluginAsyncTypebox<IngestionApi> = async (server, api) => {
  const { findDevice, commits, watch, now } = api
  server.decorateRequest('device', null)
  server.addHook('onError', async (_request, _reply, error) => watch.refused(statusOf(error)))

  /** In this order, each before the body is read: the token (401), room in the queue (503), the kind of body (415). */
  const admit = (requireKind: (request: FastifyRequest) => void) => async (request: FastifyRequest) => {
    const token = request.headers['x-device-token']
    const found = typeof token === 'string' ? findDevice(token) : null
    const device = found instanceof Promise ? await found : found
    if (device === null) throw unauthorized('Invalid device token', { connection: 'close' })
    request.device = device
    if (commits.isFull()) throw tooBusy()
    requireKind(request)
  }

  server.post(
    '/api/telemetry/ingest',
    {
      config: { policy: 'device' },
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: admit(requireJsonBody),
      schema: {
        ...operation('ingestReading', 'Readings', 'Send a reading'),
        description: 'All that follows from it is on disk when the answer is sent. Sent again, it is stored once.',
        body: OneReading,
        response: { 200: Type.Object({ status: Type.Literal('ok'), ts: Type.Integer() }) },
      },
    },
    async (request) => {
      const reading = toReading(request.body, now().getTime())
      // A body in chunks has no length in its head; it counts as the largest.
      const bytes = Number(request.headers['content-length'] ?? BODY_LIMIT_BYTES)
      await commits.submit({ device: request.device!, reading }, bytes)
      return { status: 'ok' as const, ts: reading.ts }
    },
  )

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
        config: { policy: 'device' },
        bodyLimit: BATCH_LIMIT_BYTES,
        onRequest: admit(requireBody('application/json', NDJSON)),
        schema: {
          ...operation('ingestBatch', 'Readings', 'Send a batch of readings'),
          description: 'Up to 1,000 readings, each judged by itself.',
          bodyContent: {
            'application/json': Type.Array(OneReading, { maxItems: BATCH_LIMIT }),
            [NDJSON]: Type.String({ description: 'A reading on each line' }),
          },
          response: { 200: BatchAnswer },
        },
      },
      async (request) => {
        // Bodies take a while to arrive, and meanwhile the queue may have filled: parsing this one would be for nothing.
        if (commits.isFull()) throw tooBusy()
        const { body, device } = request
        const batch = { device: device!, items: batchItems(body, mediaOf(request)), bytes: body.length }
        const checked = readingCheck(request)
        const outcome = await ingestBatch(batch, { commits, checked, receivedAt: now().getTime() })
        watch.rejected(outcome.rejected.length)
        return { status: 'ok' as const, ...outcome }
      },
    )
  })
}

const BatchAnswer = Type.Object({
  status: Type.Literal('ok'),
  accepted: Type.Integer(),
  rejected: Type.Array(Type.Object({ index: Type.Integer(), message: Type.String() })),
})

/** The check that a single reading goes through, with the same words. The framework compiles it once. */
function readingCheck(request: FastifyRequest): (body: unknown) => ReadingBody {
  const validate = request.compileValidationSchema(ReadingBody, 'body')
  return (body) => {
    if (!validate(body)) throw invalidInput(validate.errors ?? [])
    return body as ReadingBody
  }
}
