import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeBy } from '../../core/audit-log/record-change.ts'
import { credentialOf, userOf } from '../../core/people/credentials/caller.ts'
import { logOut, type ProviderSession } from '../../core/people/credentials/end-credentials.ts'
import { bySession, sessionCookie } from '../../core/people/credentials/session-cookie.ts'
import { continueLogin, lockProven, provePassword } from '../../core/people/login/log-in.ts'
import { loginOptions } from '../../core/people/second-factor/passkey-options.ts'
import { logInWithPasskey } from '../../core/people/second-factor/take-passkey.ts'
import { hasAnyUser } from '../../core/people/user-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { openSecret } from '../../platform/secrets.ts'
import type { ConsoleContext } from '../console-context.ts'
import { draftNotice, EMPTY_FORM, type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { CredentialField, passkeyForm, passkeySetup, requirePasskeys } from '../frame/forms/passkey-form.ts'
import { loginLayout, refreshPage, sendPage } from '../frame/page/layout.ts'
import { keepLogin, sessionOpener } from '../frame/page/open-session.ts'
import { takeForm } from '../frame/page/pages-and-forms.ts'
import { type Guest, guestOf } from '../frame/page/reader.ts'
import { safeReturn } from '../frame/page/return-to.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { providerButton } from './openid-connect/provider-button.ts'

const LoginForm = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000]*$' }),
  password: Type.String({ minLength: 1, maxLength: 1_024 }),
  to: Type.Optional(Type.String({ maxLength: 2_000 })),
})

const PASSKEY = '/login/passkey'

export const loginPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, now } = context
  const findSession = bySession(db, publicUrl, now)

  server.get(
    '/login',
    { config: { policy: 'public', scope: 'none' }, schema: { hide: true } },
    async (request, reply) => {
      const { to: asked, ended } = request.query as Record<string, unknown>
      const to = safeReturn(asked)
      if ((await findSession(request)) !== null) return reply.redirect(to, 303)
      if (!(await hasAnyUser(db))) return reply.redirect('/setup', 303)
      return sendPage(reply, loginPage(request, context, { ...EMPTY_FORM, values: { to } }, ended))
    },
  )

  takeForm(server, 'public', 'none', '/login', {
    body: LoginForm,
    async submit(request, { email, password, to }, reply) {
      const source = { address: request.ip, via: 'session' } as const
      const account = await provePassword(db, { email, password }, source, now())
      const step = await db.transaction(async (tx) =>
        continueLogin(tx, await lockProven(tx, account), { source }, now(), sessionOpener(request, now())),
      )
      return keepLogin(reply, step, publicUrl, to)
    },
    again: (request, state) => loginPage(request, context, state),
  })

  takeForm(server, 'public', 'none', PASSKEY, {
    body: Type.Object({ credential: CredentialField, to: LoginForm.properties.to }),
    async submit(request, { credential, to }, reply) {
      const source = { address: request.ip, via: 'session' } as const
      const assertion = { credential, csrf: request.csrf }
      const open = sessionOpener(request, now())
      return keepLogin(
        reply,
        await logInWithPasskey(db, requirePasskeys(context), assertion, source, now(), open),
        publicUrl,
        to,
      )
    },
    again: (request, state) => loginPage(request, context, state),
  })

  takeForm(server, 'viewer', 'self', '/logout', {
    setsUpFactor: true,
    async submit(request, _body, reply) {
      const ended = await logOut(db, userOf(request), credentialOf(request), changeBy(request), now())
      sessionCookie(publicUrl).clear(reply)
      const elsewhere = ended && (await logoutUrl(context, ended))
      return elsewhere === null ? '/login' : refreshPage(elsewhere)
    },
    again: (request, state) => loginPage(request, context, state),
  })
}

/** Where the login with the provider ends too; null if that is impossible. */
async function logoutUrl(
  { provider, encryptionKey }: ConsoleContext,
  { issuer, id_token_sealed }: ProviderSession,
): Promise<string | null> {
  // The session may be older than the settings.
  if (provider === null || new URL(provider.settings.issuer).href !== new URL(issuer).href) return null
  return provider.logoutUrl(id_token_sealed && openSecret(encryptionKey, id_token_sealed))
}

export function loginPage(request: FastifyRequest, context: ConsoleContext, state: FormState, ended?: unknown): Html {
  const guest = guestOf(request)
  const { login: t, secondFactor } = guest.t
  const setup = passkeySetup(context)
  const to = html`<input type="hidden" name="to" value="${safeReturn(state.values.to)}">`
  return loginLayout(
    guest,
    t.login,
    html`
    ${form(
      { action: '/login', csrf: guest.csrf },
      html`
      ${sessionEnded(guest, ended)}
      ${formMessage(state)}
      ${to}
      ${field({ name: 'email', label: guest.t.terms.email, type: 'email', autocomplete: setup === null ? 'username' : 'username webauthn', maxlength: 254, autofocus: true }, state)}
      ${field({ name: 'password', label: guest.t.terms.password, type: 'password', autocomplete: 'current-password', reveal: t.show }, state)}
      <button class="primary">${t.login}</button>`,
    )}
    ${
      setup &&
      passkeyForm(
        guest,
        {
          action: PASSKEY,
          page: '/login',
          options: loginOptions(setup, guest.csrf, context.now()),
          origin: setup.site.origin,
          suggests: true,
        },
        html`${to}<button class="wide">${icon('key-round')}${secondFactor.passkey.logIn}</button>`,
      )
    }
    ${context.provider && providerButton(guest, context.provider, safeReturn(state.values.to))}
    <p class="hint">${t.forgotten}</p>`,
    setup === null ? [] : ['passkey'],
  )
}

/** If the script has kept a draft, it replaces this notice. */
const sessionEnded = ({ t }: Guest, ended: unknown): Content =>
  ended === 'session' || ended === 'unsaved'
    ? html`<div class="notice warn" role="status"><p>${t.login.ended}</p>${draftNotice(ended === 'unsaved' ? t.login.notSaved : null, t.login.kept)}</div>`
    : null
