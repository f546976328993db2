import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../../../core/audit-log/record-change.ts'
import { renameOrDisableUser } from '../../../core/people/change-user.ts'
import { createMobileToken } from '../../../core/people/credentials/access-tokens.ts'
import { credentialOf, userOf } from '../../../core/people/credentials/caller.ts'
import { logOut } from '../../../core/people/credentials/end-credentials.ts'
import type { Open } from '../../../core/people/login/log-in.ts'
import { logInAtOnce } from '../../../core/people/login/log-in-with-code.ts'
import { RoleShape } from '../../../core/reach/role-shape.ts'
import { endpoint, forPeople, forPrograms, operation } from '../../../platform/http/route-list.ts'
import { requireJsonBody } from '../../../platform/http/schemas/json-bodies.ts'
import { DataResponse, NameText, ok } from '../../../platform/http/schemas/shapes.ts'
import type { MobileContext } from './mobile-context.ts'

const LOGIN_LIMIT_BYTES = 4 * 1024

const MeShape = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String({ examples: ['you@example.org'] }),
    name: Type.String({ description: 'As it is shown to others', examples: ['Ana'] }),
    role: RoleShape,
  },
  { title: 'Me' },
)
export const LoginResponse = DataResponse(
  Type.Object({ token: Type.String({ examples: ['f'.repeat(64)] }), user: MeShape }),
)

const Credentials = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000]*$' }),
    password: Type.String({ minLength: 1, maxLength: 1_024 }),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'For people with a second factor: the code of an authenticator app, or a recovery code',
        examples: ['123456'],
      }),
    ),
  },
  { additionalProperties: false, examples: [{ email: 'you@example.org', password: 'a quiet harbour at dawn' }] },
)

const NameBody = Type.Object(
  { name: NameText({ maxLength: 100 }) },
  { additionalProperties: false, examples: [{ name: 'Ana' }] },
)

export const sessionRoutes: FastifyPluginAsyncTypebox<MobileContext> = async (server, { db, encryptionKey, now }) => {
  server.post(
    '/api/mobile/login',
    {
      config: { policy: 'public', scope: 'none' },
      bodyLimit: LOGIN_LIMIT_BYTES,
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('logIn', 'Sessions', 'Log in'),
        description:
          'If a second factor is needed, the response to a login without it is 401 with an error of the field `/code`.',
        refusals: [401, 403, 429],
        body: Credentials,
        response: { 200: LoginResponse },
      },
    },
    async (request) => {
      const program = request.headers['user-agent'] ?? ''
      const source = { address: request.ip, via: 'token' } as const
      const open: Open = (tx, { id }) => createMobileToken(tx, id, program, now())
      const { user, credential: token } = await logInAtOnce(db, encryptionKey, request.body, source, now(), open)
      return ok({ token, user })
    },
  )

  server.post(
    '/api/mobile/logout',
    endpoint('viewer', 'self', forPrograms('logOut', 'Sessions', 'Log out'), {
      response: { 200: DataResponse(Type.Null()) },
    }),
    async (request) => {
      await logOut(db, userOf(request), credentialOf(request), changeBy(request), now())
      return ok(null)
    },
  )

  server.get(
    '/api/mobile/me',
    endpoint('viewer', 'self', forPrograms('getMe', 'Sessions', 'Get the current user'), {
      response: { 200: DataResponse(MeShape) },
    }),
    async (request) => ok(userOf(request)),
  )

  server.patch(
    '/api/mobile/me',
    endpoint('viewer', 'self', forPeople('updateMe', 'Sessions', 'Change your name'), {
      body: NameBody,
      response: { 200: DataResponse(MeShape) },
    }),
    async (request) => {
      const { id, role } = userOf(request)
      const changed = await renameOrDisableUser(db, id, { name: request.body.name }, null, changeBy(request), now())
      // A token may give less than the role of its owner.
      return ok({ ...changed, role })
    },
  )
}
