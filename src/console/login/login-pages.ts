import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { credentialOf, userOf } from '../../core/people/credentials/caller.ts'
import { logOut } from '../../core/people/credentials/end-credentials.ts'
import { bySession, sessionCookie } from '../../core/people/credentials/session-cookie.ts'
import { goOn, lockProven, provePassword } from '../../core/people/login/log-in.ts'
import { listUsers } from '../../core/people/user-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { draftNotice, EMPTY, type FormState, field, form, message } from '../shell/forms.ts'
import { loginLayout, sendPage } from '../shell/layout.ts'
import { keepLogin, openSession } from '../shell/open-session.ts'
import { takeForm } from '../shell/pages-and-forms.ts'
import { type Guest, guestOf } from '../shell/reader.ts'
import { safeReturn } from '../shell/return-to.ts'

const LoginForm = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000]*$' }),
  password: Type.String({ minLength: 1, maxLength: 1_024 }),
  to: Type.Optional(Type.String({ maxLength: 2_000 })),
})

export const loginPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  const findSession = bySession(db, publicUrl, now)

  server.get('/login', { config: { policy: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const { to: asked, ended } = request.query as Record<string, unknown>
    const to = safeReturn(asked)
    if ((await findSession(request)) !== null) return reply.redirect(to, 303)
    const [anybody] = await listUsers(db, { afterId: 0, limit: 1 })
    if (anybody === undefined) return reply.redirect('/setup', 303)
    return sendPage(reply, loginPage(request, { ...EMPTY, values: { to } }, ended))
  })

  takeForm(server, 'public', '/login', {
    body: LoginForm,
    async submit(request, { email, password, to }, reply) {
      const source = { address: request.ip, via: 'session' } as const
      const account = await provePassword(db, { email, password }, source, now())
      const step = await db.transaction(async (tx) =>
        goOn(tx, await lockProven(tx, account), source, now(), openSession(request, now())),
      )
      return keepLogin(reply, step, publicUrl, to)
    },
    again: (request, state) => loginPage(request, state),
  })

  takeForm(server, 'viewer', '/logout', {
    setsUpFactor: true,
    async submit(request, _body, reply) {
      await logOut(db, userOf(request), credentialOf(request), changeBy(request), now())
      sessionCookie(publicUrl).clear(reply)
      return '/login'
    },
    again: (request, state) => loginPage(request, state),
  })
}

export function loginPage(request: FastifyRequest, state: FormState, ended?: unknown): Html {
  const guest = guestOf(request)
  const { login: t } = guest.t
  return loginLayout(
    guest,
    t.login,
    form(
      { action: '/login', csrf: guest.csrf },
      html`
      ${sessionEnded(guest, ended)}
      ${message(state)}
      <input type="hidden" name="to" value="${safeReturn(state.values.to)}">
      ${field({ name: 'email', label: t.email, type: 'email', autocomplete: 'username', maxlength: 254, autofocus: true }, state)}
      ${field({ name: 'password', label: t.password, type: 'password', autocomplete: 'current-password', reveal: t.show }, state)}
      <button class="primary">${t.login}</button>
      <p class="hint">${t.forgotten}</p>`,
    ),
  )
}

/** If the script has kept a draft, it replaces this notice. */
const sessionEnded = ({ t }: Guest, ended: unknown): Content =>
  ended === 'session' || ended === 'unsaved'
    ? html`<div class="notice warn" role="status"><p>${t.login.ended}</p>${draftNotice(ended === 'unsaved' ? t.login.notSaved : null, t.login.kept)}</div>`
    : null
