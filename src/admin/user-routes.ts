import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { changeBy } from '../audit-log/record-change.ts'
import { requireJsonBody } from '../platform/http/json-bodies.ts'
import { idBehind, limitOf, PageQuery, page } from '../platform/http/pages.ts'
import { operation } from '../platform/http/route-list.ts'
import { Answer, Count, ListAnswer, NullableTime, ok, Text, Time } from '../platform/http/shapes.ts'
import { ROLES } from '../users/user.ts'
import { createUser, listUsers } from '../users/user-store.ts'
import type { AdminContext } from './admin-context.ts'

const UserShape = Type.Object({
  id: Count,
  email: Text,
  role: Text,
  enabled: Type.Boolean(),
  created_at: Time,
  last_login_at: NullableTime,
})

const NewUserBody = Type.Object(
  {
    email: Type.String({ maxLength: 1_024 }),
    password: Type.String({ maxLength: 1_024 }),
    role: Type.Enum([...ROLES]),
  },
  { additionalProperties: false },
)

export const userRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (server, { db, now }) => {
  server.get(
    '/api/admin/users',
    {
      config: { policy: 'admin' },
      schema: {
        ...operation('listUsers', 'Users', 'List users'),
        querystring: PageQuery,
        response: { 200: ListAnswer(UserShape) },
      },
    },
    async (request) => {
      const limit = limitOf(request.query)
      const afterId = idBehind(request.query) ?? 0
      const users = await listUsers(db, { afterId, limit: limit + 1 })
      return page(users, limit, (user) => [user.id])
    },
  )

  server.post(
    '/api/admin/users',
    {
      config: { policy: 'admin' },
      onRequest: async (request) => requireJsonBody(request),
      schema: {
        ...operation('createUser', 'Users', 'Add a user'),
        body: NewUserBody,
        response: { 201: Answer(UserShape) },
      },
    },
    async (request, reply) => reply.code(201).send(ok(await createUser(db, request.body, changeBy(request), now()))),
  )
}
