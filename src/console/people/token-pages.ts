import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { listTokens } from '../../core/people/credentials/access-tokens.ts'
import { createApiToken, revokeToken } from '../../core/people/credentials/api-tokens.ts'
import { userOf } from '../../core/people/credentials/caller.ts'
import { provenBy } from '../../core/people/second-factor/recent-proof.ts'
import { findUser } from '../../core/people/user-store.ts'
import { pageById } from '../../platform/http/pagination.ts'
import { newTokenView, TokenForm, tokenIn } from '../account/new-token.ts'
import type { ConsoleContext } from '../console-context.ts'
import { idOf } from '../frame/forms/form-fields.ts'
import { EMPTY, type FormState } from '../frame/forms/forms.ts'
import { showPage, takeForm } from '../frame/page/pages-and-forms.ts'
import { type Reader, readerOf } from '../frame/page/reader.ts'
import { tokensView } from './tokens-view.ts'

const ROWS = 100
const TokenQuery = Type.Object({
  user: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
})

/** API tokens of all people. */
export const tokenPages: FastifyPluginAsync<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  async function show(reader: Reader, query: Static<typeof TokenQuery> & { done?: string }, state: FormState = EMPTY) {
    const { user } = query
    const userId = user === undefined ? null : Number(user)
    const list = (place: { beforeId: number | null; limit: number }) => listTokens(db, { userId, ...place }, now())
    const { data, next_cursor } = await pageById(query, 'id', list, ROWS)
    const owner = userId === null ? null : await findUser(db, reader.reach, userId)
    return tokensView({ reader, tokens: data, nextCursor: next_cursor, owner, done: query.done, state })
  }
  const again = (request: FastifyRequest, state: FormState) => show(readerOf(request), {}, state)

  showPage(server, 'admin', 'installation', '/tokens', {
    query: TokenQuery,
    show: (reader, { query }) => show(reader, query),
  })

  takeForm(server, 'admin', 'installation', '/tokens', {
    body: TokenForm,
    async submit(request, fields, reply) {
      const by = await provenBy(db, request, now())
      const token = await createApiToken(db, userOf(request).id, tokenIn(fields), by, now())
      reply.code(201)
      return newTokenView({ reader: readerOf(request), token, publicUrl: publicUrl(), back: '/tokens' })
    },
    again,
  })

  takeForm(server, 'admin', 'installation', '/tokens/:id/revocation', {
    async submit(request) {
      await revokeToken(db, { id: idOf(request), ownerId: null }, changeBy(request), now())
      return '/tokens?done=revoked'
    },
    again,
  })
}
