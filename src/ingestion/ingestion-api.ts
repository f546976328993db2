import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Device } from '../devices/device.ts'
import type { FindDevice } from '../devices/device-tokens.ts'
import { unauthorized, unavailable } from '../platform/errors.ts'
import { requireJsonBody } from '../platform/http/json-bodies.ts'
import { ReadingBody, toReading } from '../telemetry/reading.ts'
import type { GroupCommit } from './group-commit.ts'

const BODY_LIMIT_BYTES = 64 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    device: Device | null
  }
}

export interface IngestionApi {
  findDevice: FindDevice
  commits: GroupCommit
  now: () => Date
}

/** What devices speak to: the device token in `X-Device-Token`, one reading a request. */
export const ingestionApi: FastifyPluginAsyncTypebox<IngestionApi> = async (server, { findDevice, commits, now }) => {
  server.decorateRequest('device', null)

  /** In this order, each before the body is read: the token (401), room in the queue (503), the kind of body (415). */
  async function admit(request: FastifyRequest): Promise<void> {
    const token = request.headers['x-device-token']
    const found = typeof token === 'string' ? findDevice(token) : null
    const device = found instanceof Promise ? await found : found
    if (device === null) throw unauthorized('Invalid device token', { connection: 'close' })
    request.device = device
    if (commits.isFull()) throw unavailable('Too many readings at once; send it again', 1 + Math.random() * 4)
    requireJsonBody(request)
  }

  server.post(
    '/api/telemetry/ingest',
    {
      config: { policy: 'device' },
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: admit,
      schema: {
        body: ReadingBody,
        response: { 200: Type.Object({ status: Type.Literal('ok'), ts: Type.Integer() }) },
      },
    },
    async (request) => {
      const reading = toReading(request.body, now().getTime())
      await commits.submit({ device: request.device!, reading })
      return { status: 'ok' as const, ts: reading.ts }
    },
  )
}
