import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { findPendingLogin } from '../../../core/people/login/pending-logins.ts'
import { linkWithPassword } from '../../../core/people/openid-connect/log-in-with-provider.ts'
import { type Factors, findFactors } from '../../../core/people/second-factor/factors.ts'
import { type RequestOptions, requestOptions } from '../../../core/people/second-factor/passkey-options.ts'
import { continueWithPasskey, PURPOSES } from '../../../core/people/second-factor/take-passkey.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { ConsoleContext } from '../../console-context.ts'
import { EMPTY_FORM, type FormState, field, form, formMessage } from '../../frame/forms/forms.ts'
import { CredentialField, passkeyForm, passkeySetup, requirePasskeys } from '../../frame/forms/passkey-form.ts'
import { loginLayout, sendPage } from '../../frame/page/layout.ts'
import { keepLogin, LOGIN_LINK, pendingCookie, sessionOpener } from '../../frame/page/open-session.ts'
import { takeForm } from '../../frame/page/pages-and-forms.ts'
import { type Guest, guestOf } from '../../frame/page/reader.ts'
import { loginAddress, safeReturn } from '../../frame/page/return-to.ts'
import { icon } from '../../frame/parts/page-parts.ts'
import { loginPage } from '../login-pages.ts'
import { passwordOwner } from '../new-password-field.ts'

const PASSKEY = `${LOGIN_LINK}/passkey`
const To = Type.Optional(Type.String({ maxLength: 2_000 }))

/** The first login with the provider, for people who have an account here: they agree to the link by logging in to it. */
export const linkPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, now } = context
  const cookie = pendingCookie(publicUrl)

  /** Null once the login is over. */
  async function page(request: FastifyRequest, state: FormState): Promise<Html | null> {
    const pending = cookie.read(request)
    const login = pending === null ? null : await findPendingLogin(db, pending, 'link', now())
    if (login === null) return null
    const { user, provider } = login
    const factors = await findFactors(db, user.id)
    const setup = passkeySetup(context)
    const use = { purpose: PURPOSES.link, csrf: request.csrf }
    const passkey = setup && {
      options: await requestOptions(db, setup, user.id, use, now()),
      origin: setup.site.origin,
    }
    return linkView(guestOf(request), { user, host: new URL(provider!.issuer).host, factors, passkey }, state)
  }
  const again = async (request: FastifyRequest, state: FormState) =>
    (await page(request, state)) ?? loginPage(request, context, state)

  server.get(
    LOGIN_LINK,
    { config: { policy: 'public', scope: 'none' }, schema: { hide: true } },
    async (request, reply) => {
      const to = safeReturn((request.query as Record<string, unknown>).to)
      const shown = await page(request, { ...EMPTY_FORM, values: { to } })
      return shown === null ? reply.redirect(loginAddress(to), 303) : sendPage(reply, shown)
    },
  )

  takeForm(server, 'public', 'none', LOGIN_LINK, {
    body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 1_024 }), to: To }),
    async submit(request, { password, to }, reply) {
      const proof = { pending: cookie.read(request) ?? '', password }
      const source = { address: request.ip, via: 'session' } as const
      const open = sessionOpener(request, now())
      return keepLogin(reply, await linkWithPassword(db, proof, source, now(), open), publicUrl, to)
    },
    again,
  })

  takeForm(server, 'public', 'none', PASSKEY, {
    body: Type.Object({ credential: CredentialField, to: To }),
    async submit(request, { credential, to }, reply) {
      const pending = cookie.read(request) ?? ''
      const proof = { pending, step: 'link', credential, csrf: request.csrf } as const
      const source = { address: request.ip, via: 'session' } as const
      const setup = requirePasskeys(context)
      const open = sessionOpener(request, now())
      return keepLogin(reply, await continueWithPasskey(db, setup, proof, source, now(), open), publicUrl, to)
    },
    again,
  })
}

interface Link {
  user: { email: string }
  host: string
  factors: Factors
  /** Null where passkeys are impossible. */
  passkey: { options: RequestOptions; origin: string } | null
}

function linkView(guest: Guest, { user, host, factors, passkey }: Link, state: FormState): Html {
  const { csrf, t } = guest
  const { login: words } = t
  const to = html`<input type="hidden" name="to" value="${safeReturn(state.values.to)}">`
  const hasPasskey = passkey !== null && factors.passkeys > 0
  return loginLayout(
    guest,
    words.provider.link,
    html`
    <p>${words.provider.linkHint(host, user.email)}</p>
    ${formMessage(state)}
    ${form(
      { action: LOGIN_LINK, csrf },
      html`
      ${to}
      ${passwordOwner(t.terms.email, user.email)}
      ${field({ name: 'password', label: t.terms.password, type: 'password', autocomplete: 'current-password', reveal: words.show, autofocus: true }, state)}
      <button class="primary">${words.provider.confirm}</button>`,
    )}
    ${
      hasPasskey &&
      passkeyForm(
        guest,
        { action: PASSKEY, page: LOGIN_LINK, ...passkey },
        html`${to}<button class="wide">${icon('key-round')}${t.secondFactor.passkey.use}</button>`,
      )
    }
    <p><a href="/login">${t.secondFactor.login.other}</a></p>`,
    hasPasskey ? ['passkey'] : [],
  )
}
