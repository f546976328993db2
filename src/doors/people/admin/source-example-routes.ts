import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { reachOf } from '../../../core/people/credentials/caller.ts'
import { checkExamples } from '../../../core/sources/examples/check-examples.ts'
import { SourceExampleShape } from '../../../core/sources/examples/example-store.ts'
import { dropExample, keepExample } from '../../../core/sources/examples/keep-example.ts'
import { getSource } from '../../../core/sources/source-store.ts'
import { endpoint, forPrograms } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, LongId, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const TAG = 'Sources'

const ExampleBody = Type.Object(
  { message: LongId('One of the last messages, or one in quarantine') },
  { additionalProperties: false, title: 'NewSourceExample' },
)

export const sourceExampleRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  server.get(
    '/api/admin/sources/:id/examples',
    endpoint('operator', 'site', forPrograms('listSourceExamples', TAG, 'List the examples of a source'), {
      description: 'Messages that are kept with the readings that they must make, and what they make now.',
      params: IdParams,
      response: { 200: ListResponse(SourceExampleShape) },
    }),
    async (request) => {
      const source = await getSource(db, reachOf(request), Number(request.params.id))
      return { ...ok(await checkExamples(db, source.id, source)), next_cursor: null }
    },
  )

  server.post(
    '/api/admin/sources/:id/examples',
    endpoint('operator', 'site', forPrograms('keepSourceExample', TAG, 'Keep a message as an example'), {
      description: 'A change of the source that would make other readings of it is then refused with 409.',
      params: IdParams,
      body: ExampleBody,
      response: { 201: DataResponse(SourceExampleShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const { message } = request.body
      const kept = await keepExample(db, Number(request.params.id), message, changeBy(request), now())
      return reply.code(201).send(ok(kept))
    },
  )

  server.delete(
    '/api/admin/sources/:id/examples/:example_id',
    endpoint('operator', 'site', forPrograms('deleteSourceExample', TAG, 'Delete an example of a source'), {
      params: Type.Object({ ...IdParams.properties, example_id: IdParams.properties.id }),
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      const { id, example_id } = request.params
      await dropExample(db, Number(id), Number(example_id), changeBy(request), now())
      return ok(null)
    },
  )
}
