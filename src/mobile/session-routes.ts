import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy, recordChange } from '../audit-log/record-change.ts'
import { requireJsonBody } from '../platform/http/json-bodies.ts'
import { operation } from '../platform/http/route-list.ts'
import { Answer, ok } from '../platform/http/shapes.ts'
import { bearerToken, userOf } from '../users/bearer.ts'
import { logIn } from '../users/log-in.ts'
import { createMobileToken, revokeMobileToken } from '../users/mobile-tokens.ts'
import type { MobileContext } from './mobile-context.ts'

const LOGIN_LIMIT_BYTES = 4 * 1024

const UserShape = Type.Object({ id: Type.Integer(), email: Type.String(), role: Type.String() })

const Credentials = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000]*$' }),
  password: Type.String({ minLength: 1, maxLength: 1_024 }),
})

export const sessionRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, now }) => {
  server.post(
    '/api/mobile/login',
    {
      config: { policy: 'public' },
      bodyLimit: LOGIN_LIMIT_BYTES,
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('logIn', 'Sessions', 'Log in'),
        body: Credentials,
        response: { 200: Answer(Type.Object({ token: Type.String(), user: UserShape })) },
      },
    },
    async (request) => {
      const user = await logIn(db, request.body, { address: request.ip, via: 'token' }, now())
      return ok({ token: await createMobileToken(db, user.id, now()), user })
    },
  )

  server.post(
    '/api/mobile/logout',
    {
      config: { policy: 'viewer' },
      schema: { ...operation('logOut', 'Sessions', 'Log out'), response: { 200: Answer(Type.Null()) } },
    },
    async (request) => {
      const { id, email } = userOf(request)
      await db.transaction(async (tx) => {
        await revokeMobileToken(tx, bearerToken(request)!)
        const change = { action: 'logout', subject: { type: 'user', id, name: email }, before: null, after: null }
        await recordChange(tx, changeBy(request), change, now())
      })
      return ok(null)
    },
  )

  server.get(
    '/api/mobile/me',
    {
      config: { policy: 'viewer' },
      schema: { ...operation('getMe', 'Sessions', 'Get who is logged in'), response: { 200: Answer(UserShape) } },
    },
    async (request) => ok(userOf(request)),
  )
}
