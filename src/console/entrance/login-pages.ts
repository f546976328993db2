import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../audit-log/record-change.ts'
import { type Html, html } from '../../platform/html.ts'
import { credentialOf, userOf } from '../../users/caller.ts'
import { logOut } from '../../users/end-credentials.ts'
import { logIn } from '../../users/log-in.ts'
import { bySession, sessionCookie } from '../../users/session-cookie.ts'
import { listUsers } from '../../users/user-store.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY, type FormState, field, form, message } from '../shell/forms.ts'
import { entrance, sendPage } from '../shell/layout.ts'
import { keepSession, openSession } from '../shell/open-session.ts'
import { safeReturn } from '../shell/return-to.ts'
import { takeForm } from '../shell/take-form.ts'
import { guestOf } from '../shell/visit.ts'

const LoginForm = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000]*$' }),
  password: Type.String({ minLength: 1, maxLength: 1_024 }),
  to: Type.Optional(Type.String({ maxLength: 2_000 })),
})

export const loginPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  const findSession = bySession(db, publicUrl, now)

  server.get('/login', { config: { policy: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const to = safeReturn((request.query as Record<string, unknown>).to)
    if ((await findSession(request)) !== null) return reply.redirect(to, 303)
    const [anybody] = await listUsers(db, { afterId: 0, limit: 1 })
    if (anybody === undefined) return reply.redirect('/setup', 303)
    return sendPage(reply, loginPage(request, { ...EMPTY, values: { to } }))
  })

  takeForm(server, {
    path: '/login',
    policy: 'public',
    body: LoginForm,
    async submit(request, { email, password, to }, reply) {
      const arrival = { address: request.ip, via: 'session' } as const
      const loggedIn = await logIn(db, { email, password }, arrival, now(), openSession(request, now()))
      keepSession(reply, loggedIn, publicUrl)
      return safeReturn(to)
    },
    again: loginPage,
  })

  takeForm(server, {
    path: '/logout',
    policy: 'viewer',
    body: Type.Object({}),
    async submit(request, _body, reply) {
      await logOut(db, userOf(request), credentialOf(request), changeBy(request), now())
      sessionCookie(publicUrl).clear(reply)
      return '/login'
    },
    again: loginPage,
  })
}

function loginPage(request: FastifyRequest, state: FormState): Html {
  const guest = guestOf(request)
  const { entrance: t } = guest.t
  return entrance(
    guest,
    t.login,
    form(
      { action: '/login', csrf: guest.csrf },
      html`
      ${message(state)}
      <input type="hidden" name="to" value="${safeReturn(state.values.to)}">
      ${field({ name: 'email', label: t.email, type: 'email', autocomplete: 'username', maxlength: 254, autofocus: true }, state)}
      ${field({ name: 'password', label: t.password, type: 'password', autocomplete: 'current-password', reveal: t.show }, state)}
      <button class="primary">${t.login}</button>
      <p class="hint">${t.forgotten}</p>`,
    ),
  )
}
