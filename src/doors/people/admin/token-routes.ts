import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { listTokens } from '../../../core/people/credentials/access-tokens.ts'
import { createApiToken, revokeToken } from '../../../core/people/credentials/api-tokens.ts'
import { reachOf, userOf } from '../../../core/people/credentials/caller.ts'
import { NewTokenShape, newTokenFields, TokenShape } from '../../../core/people/credentials/credential-shapes.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { findUser } from '../../../core/people/user-store.ts'
import { invalidField } from '../../../platform/errors.ts'
import { pageById, pageQuery } from '../../../platform/http/pagination.ts'
import { endpoint, forPeople } from '../../../platform/http/route-list.ts'
import { Answer, IdParams, ListAnswer, ok } from '../../../platform/http/schemas/shapes.ts'
import type { AdminContext } from './admin-context.ts'

const TokenQuery = Type.Object({ ...pageQuery, user_id: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })) })

const NewTokenBody = Type.Object(
  { ...newTokenFields, user_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })) },
  { additionalProperties: false },
)

export const tokenRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  server.get(
    '/api/admin/tokens',
    endpoint('admin', 'installation', forPeople('listTokens', 'Tokens', 'List all tokens'), {
      querystring: TokenQuery,
      response: { 200: ListAnswer(TokenShape) },
    }),
    async ({ query }) => {
      const userId = query.user_id === undefined ? null : Number(query.user_id)
      return pageById(query, 'id', (place) => listTokens(db, { userId, ...place }, now()))
    },
  )

  server.post(
    '/api/admin/tokens',
    endpoint('admin', 'installation', forPeople('createToken', 'Tokens', 'Create a token for a user'), {
      body: NewTokenBody,
      response: { 201: Answer(NewTokenShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const { user_id = userOf(request).id, ...wanted } = request.body
      const owner = await findUser(db, reachOf(request), user_id)
      if (owner === null) throw invalidField('/user_id', 'in_english', 'is nobody')
      const by = await provenBy(db, request, now())
      return reply.code(201).send(ok(await createApiToken(db, owner.id, wanted, by, now())))
    },
  )

  server.delete(
    '/api/admin/tokens/:id',
    endpoint('admin', 'installation', forPeople('revokeToken', 'Tokens', 'Revoke any token'), {
      params: IdParams,
      response: { 200: Answer(Type.Null()) },
    }),
    async (request) => {
      await revokeToken(db, { id: Number(request.params.id), ownerId: null }, changeBy(request), now())
      return ok(null)
    },
  )
}
