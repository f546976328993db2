import Fastify from 'fastify'
import Type from 'typebox'
import { ReadingBody } from '../../src/core/telemetry/reading.ts'

/**
 * Serves the ingestion address on PORT with the framework and the service's schema. `store` returns the `ts` of the
 * answer.
 */
export async function serveReadings(store: (body: ReadingBody, token: string) => Promise<number>): Promise<void> {
  const server = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true } },
  })
  server.post<{ Body: ReadingBody }>(
    '/api/telemetry/ingest',
    {
      schema: {
        body: ReadingBody,
        response: { 200: Type.Object({ status: Type.Literal('ok'), ts: Type.Integer() }) },
      },
    },
    async ({ body, headers }) => ({ status: 'ok', ts: await store(body, String(headers['x-device-token'])) }),
  )
  await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT), backlog: 4_096 })
}
