import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../audit-log/record-change.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Html } from '../../platform/html.ts'
import { IdParams } from '../../platform/http/shapes.ts'
import { listTokens } from '../../users/access-tokens.ts'
import { createApiToken, revokeToken } from '../../users/api-tokens.ts'
import { credentialOf, userOf } from '../../users/caller.ts'
import { newTokenFields } from '../../users/credential-shapes.ts'
import { endSession } from '../../users/end-credentials.ts'
import { isZone, PreferencesShape, savePreferences } from '../../users/preferences.ts'
import { listSessions } from '../../users/sessions.ts'
import { changePassword } from '../../users/set-password.ts'
import type { ConsoleContext } from '../console-context.ts'
import type { FormState } from '../shell/forms.ts'
import { sendPage } from '../shell/layout.ts'
import { keepSession, openSession } from '../shell/open-session.ts'
import { takeForm } from '../shell/take-form.ts'
import { visitOf } from '../shell/visit.ts'
import { type AccountForms, accountView, type Done, NO_FORMS, newTokenView } from './account-views.ts'

const PasswordForm = Type.Object({
  current_password: Type.String({ minLength: 1, maxLength: 1_024 }),
  password: Type.String({ maxLength: 1_024 }),
})
const { name, role } = newTokenFields
const TokenForm = Type.Object({ name, role, days: Type.Enum(['30', '90', '365', 'never']) })
const ZoneForm = Type.Object({ zone: Type.String({ minLength: 1, maxLength: 64 }) })
const NoFields = Type.Object({})

/** What people do with their own password, sessions and tokens. */
export const accountPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  async function page(request: FastifyRequest, forms: AccountForms, done?: Done): Promise<Html> {
    const user = userOf(request)
    const sessions = await listSessions(db, user.id, now())
    const all = { userId: user.id, beforeId: Number.MAX_SAFE_INTEGER, limit: 200 }
    const tokens = await listTokens(db, all, now())
    const { id: current } = credentialOf(request)
    return accountView({ visit: visitOf(request), sessions, current, tokens, forms, done })
  }
  const again = (form: keyof AccountForms) => (request: FastifyRequest, state: FormState) =>
    page(request, { ...NO_FORMS, [form]: state })
  const idOf = ({ params }: FastifyRequest) => Number((params as { id: string }).id)

  server.get('/account', { config: { policy: 'viewer' }, schema: { hide: true } }, async (request, reply) => {
    const { done } = request.query as { done?: Done }
    return sendPage(reply, await page(request, NO_FORMS, done))
  })

  takeForm(server, {
    path: '/account/password',
    policy: 'viewer',
    body: PasswordForm,
    async submit(request, body, reply) {
      const by = { ...changeBy(request), address: request.ip }
      const changed = await changePassword(db, userOf(request), body, by, now(), openSession(request, now()))
      keepSession(reply, changed, publicUrl)
      return '/account?done=password'
    },
    again: again('password'),
  })

  takeForm(server, {
    path: '/account/zone',
    policy: 'viewer',
    body: ZoneForm,
    async submit(request, { zone }) {
      if (!isZone(zone)) throw badRequest('There is no such time zone')
      await savePreferences(db, userOf(request).id, { zone })
      return '/account'
    },
    again: again('password'),
  })

  takeForm(server, {
    path: '/account/theme',
    policy: 'viewer',
    body: Type.Pick(PreferencesShape, ['theme']),
    async submit(request, { theme }) {
      await savePreferences(db, userOf(request).id, { theme })
      return '/account'
    },
    again: again('password'),
  })

  takeForm(server, {
    path: '/account/tokens',
    policy: 'viewer',
    body: TokenForm,
    async submit(request, { name, role, days }, reply) {
      const expires_in_days = days === 'never' ? null : Number(days)
      const user = userOf(request)
      const token = await createApiToken(db, user, { name, role, expires_in_days }, changeBy(request), now())
      reply.code(201)
      return newTokenView({ visit: visitOf(request), token, publicUrl })
    },
    again: again('token'),
  })

  takeForm(server, {
    path: '/account/tokens/:id/revocation',
    policy: 'viewer',
    params: IdParams,
    body: NoFields,
    async submit(request) {
      await revokeToken(db, { id: idOf(request), ownerId: userOf(request).id }, changeBy(request), now())
      return '/account?done=revoked'
    },
    again: again('tokens'),
  })

  takeForm(server, {
    path: '/account/sessions/:id/end',
    policy: 'viewer',
    params: IdParams,
    body: NoFields,
    async submit(request) {
      await endSession(db, userOf(request), idOf(request), changeBy(request), now())
      return '/account?done=ended'
    },
    again: again('sessions'),
  })
}
