import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { createMobileToken, listTokens } from '../../../core/people/credentials/access-tokens.ts'
import { createApiToken, revokeToken } from '../../../core/people/credentials/api-tokens.ts'
import { userOf } from '../../../core/people/credentials/caller.ts'
import {
  NewTokenShape,
  newTokenFields,
  SessionShape,
  TokenShape,
} from '../../../core/people/credentials/credential-shapes.ts'
import { endSession } from '../../../core/people/credentials/end-credentials.ts'
import { listSessions } from '../../../core/people/credentials/sessions.ts'
import { changePassword } from '../../../core/people/passwords/set-password.ts'
import { provenBy } from '../../../core/people/second-factor/recent-proof.ts'
import { PageQuery, pageById } from '../../../platform/http/pagination.ts'
import { endpoint, forPeople } from '../../../platform/http/route-list.ts'
import { DataResponse, IdParams, ListResponse, ok } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'
import { LoginResponse } from './session-routes.ts'

const PasswordBody = Type.Object(
  { current_password: Type.String({ maxLength: 1_024 }), password: Type.String({ maxLength: 1_024 }) },
  {
    additionalProperties: false,
    examples: [{ current_password: 'a quiet harbour at dawn', password: 'another quiet harbour' }],
  },
)
const NewTokenBody = Type.Object(newTokenFields, { additionalProperties: false })

/** Routes for a person's own password, sessions and tokens. */
export const credentialRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, now }) => {
  server.post(
    '/api/mobile/me/password',
    endpoint('viewer', 'self', forPeople('changePassword', 'Sessions', 'Change your password'), {
      description: 'Ends all your sessions and tokens, including this one, and returns a new token.',
      body: PasswordBody,
      response: { 200: LoginResponse },
      refusals: [409, 429],
    }),
    async (request) => {
      const by = changeBy(request)
      const program = request.headers['user-agent'] ?? ''
      const open = (tx: Parameters<typeof createMobileToken>[0]) =>
        createMobileToken(tx, userOf(request).id, program, now())
      const changed = await changePassword(db, userOf(request), request.body, by, now(), open)
      return ok({ token: changed.credential, user: changed.user })
    },
  )

  server.get(
    '/api/mobile/me/sessions',
    endpoint('viewer', 'self', forPeople('listMySessions', 'Sessions', 'List your browser sessions'), {
      response: { 200: ListResponse(SessionShape) },
    }),
    async (request) => ({ ...ok(await listSessions(db, userOf(request).id, now())), next_cursor: null }),
  )

  server.delete(
    '/api/mobile/me/sessions/:id',
    endpoint('viewer', 'self', forPeople('endMySession', 'Sessions', 'End one of your sessions'), {
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      await endSession(db, userOf(request), Number(request.params.id), changeBy(request), now())
      return ok(null)
    },
  )

  server.get(
    '/api/mobile/me/tokens',
    endpoint('viewer', 'self', forPeople('listMyTokens', 'Sessions', 'List your tokens'), {
      querystring: PageQuery,
      response: { 200: ListResponse(TokenShape) },
    }),
    async (request) => {
      const userId = userOf(request).id
      return pageById(request.query, 'id', (place) => listTokens(db, { userId, ...place }, now()))
    },
  )

  server.post(
    '/api/mobile/me/tokens',
    endpoint('viewer', 'self', forPeople('createMyToken', 'Sessions', 'Create a token for a program'), {
      body: NewTokenBody,
      response: { 201: DataResponse(NewTokenShape) },
      refusals: [409],
    }),
    async (request, reply) => {
      const by = await provenBy(db, request, now())
      const token = await createApiToken(db, userOf(request).id, request.body, by, now())
      return reply.code(201).send(ok(token))
    },
  )

  server.delete(
    '/api/mobile/me/tokens/:id',
    endpoint('viewer', 'self', forPeople('revokeMyToken', 'Sessions', 'Revoke one of your tokens'), {
      params: IdParams,
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      const token = { id: Number(request.params.id), ownerId: userOf(request).id }
      await revokeToken(db, token, changeBy(request), now())
      return ok(null)
    },
  )
}
