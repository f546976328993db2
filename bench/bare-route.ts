// The ceiling: what Fastify makes of the same request on this machine when a reading is validated and nothing more.
import Fastify from 'fastify'
import Type from 'typebox'
import { ReadingBody } from '../src/telemetry/reading.ts'

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
  async (request) => ({ status: 'ok', ts: request.body.ts ?? 0 }),
)
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT), backlog: 4_096 })
