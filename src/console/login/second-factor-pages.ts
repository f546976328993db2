import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { continueWithCode } from '../../core/people/login/log-in-with-code.ts'
import { findPendingLogin } from '../../core/people/login/pending-logins.ts'
import { type Factors, findFactors } from '../../core/people/second-factor/factors.ts'
import { type RequestOptions, requestOptions } from '../../core/people/second-factor/passkey-options.ts'
import { continueWithPasskey } from '../../core/people/second-factor/take-passkey.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY_FORM, type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { CredentialField, passkeyForm, passkeySetup, requirePasskeys } from '../frame/forms/passkey-form.ts'
import { loginLayout, sendPage } from '../frame/page/layout.ts'
import { keepLogin, LOGIN_SECOND_FACTOR, pendingCookie, sessionOpener } from '../frame/page/open-session.ts'
import { takeForm } from '../frame/page/pages-and-forms.ts'
import { type Guest, guestOf } from '../frame/page/reader.ts'
import { loginAddress, safeReturn } from '../frame/page/return-to.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { loginPage } from './login-pages.ts'

const PASSKEY = `${LOGIN_SECOND_FACTOR}/passkey`

const CodeForm = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 100 })),
  recovery_code: Type.Optional(Type.String({ maxLength: 100 })),
  to: Type.Optional(Type.String({ maxLength: 2_000 })),
})

/** The second step of a login, for people with a second factor. */
export const loginFactorPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, context) => {
  const { db, publicUrl, encryptionKey, now } = context
  const cookie = pendingCookie(publicUrl)

  /** Null where passkeys are impossible. */
  async function passkeyOptions(request: FastifyRequest, userId: number) {
    const setup = passkeySetup(context)
    if (setup === null) return null
    const use = { purpose: 'second factor', csrf: request.csrf } as const
    return { options: await requestOptions(db, setup, userId, use, now()), origin: setup.site.origin }
  }

  /** Null once the login is over. */
  async function page(request: FastifyRequest, state: FormState): Promise<Html | null> {
    const pending = cookie.read(request)
    const login = pending === null ? null : await findPendingLogin(db, pending, 'second_factor', now())
    if (login === null) return null
    const { user } = login
    const [factors, options] = [await findFactors(db, user.id), await passkeyOptions(request, user.id)]
    return secondFactorView(guestOf(request), { user, factors, passkey: options }, state)
  }

  const again = async (request: FastifyRequest, state: FormState) =>
    (await page(request, state)) ?? loginPage(request, context, state)

  server.get(
    LOGIN_SECOND_FACTOR,
    { config: { policy: 'public', scope: 'none' }, schema: { hide: true } },
    async (request, reply) => {
      const to = safeReturn((request.query as Record<string, unknown>).to)
      const shown = await page(request, { ...EMPTY_FORM, values: { to } })
      return shown === null ? reply.redirect(loginAddress(to), 303) : sendPage(reply, shown)
    },
  )

  takeForm(server, 'public', 'none', LOGIN_SECOND_FACTOR, {
    body: CodeForm,
    async submit(request, { code = '', recovery_code, to }, reply) {
      const proof = { pending: cookie.read(request) ?? '', code: recovery_code ?? code }
      const source = { address: request.ip, via: 'session' } as const
      const open = sessionOpener(request, now())
      return keepLogin(reply, await continueWithCode(db, encryptionKey, proof, source, now(), open), publicUrl, to)
    },
    again,
  })

  takeForm(server, 'public', 'none', PASSKEY, {
    body: Type.Object({ credential: CredentialField, to: CodeForm.properties.to }),
    async submit(request, { credential, to }, reply) {
      const pending = cookie.read(request) ?? ''
      const proof = { pending, step: 'second_factor', credential, csrf: request.csrf } as const
      const source = { address: request.ip, via: 'session' } as const
      const setup = requirePasskeys(context)
      const open = sessionOpener(request, now())
      return keepLogin(reply, await continueWithPasskey(db, setup, proof, source, now(), open), publicUrl, to)
    },
    again,
  })
}

interface SecondStep {
  user: { email: string }
  factors: Factors
  /** Null where passkeys are impossible. */
  passkey: { options: RequestOptions; origin: string } | null
}

function secondFactorView(guest: Guest, { user, factors, passkey }: SecondStep, state: FormState): Html {
  const { csrf, t } = guest
  const { login: words } = t.secondFactor
  const to = html`<input type="hidden" name="to" value="${safeReturn(state.values.to)}">`
  const isRecovery = state.values.recovery_code !== undefined
  const { code: fault, ...errors } = state.errors
  const recoveryState = { ...state, errors: fault === undefined || !isRecovery ? errors : { recovery_code: fault } }
  const codeForm = form(
    { action: LOGIN_SECOND_FACTOR, csrf },
    html`
    ${to}
    ${field({ name: 'code', label: t.terms.code, hint: words.codeHint, autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 7, autofocus: !isRecovery, isSecret: true }, isRecovery ? EMPTY_FORM : state)}
    <button class="primary">${t.login.login}</button>`,
  )
  const recoveryForm = html`
    <details${isRecovery ? html` open` : null}>
      <summary>${words.recovery}</summary>
      ${form(
        { action: LOGIN_SECOND_FACTOR, csrf },
        html`
        ${to}
        ${field({ name: 'recovery_code', label: words.recoveryCode, hint: words.recoveryHint, autocomplete: 'off', maxlength: 100, autofocus: isRecovery, isSecret: true }, recoveryState)}
        <button class="wide">${t.login.login}</button>`,
      )}
      <p class="hint">${words.lost}</p>
    </details>`
  return loginLayout(
    guest,
    t.secondFactor.title,
    html`
    <p>${words.who(user.email)}</p>
    ${formMessage(state)}
    ${
      passkey !== null &&
      factors.passkeys > 0 &&
      passkeyForm(
        guest,
        { action: PASSKEY, page: LOGIN_SECOND_FACTOR, ...passkey },
        html`${to}<button class="${factors.totp ? 'wide' : 'primary'}">${icon('key-round')}${t.secondFactor.passkey.use}</button>`,
      )
    }
    ${factors.totp ? codeForm : null}
    ${recoveryForm}
    <p><a href="/login">${words.other}</a></p>`,
    passkey === null || factors.passkeys === 0 ? [] : ['passkey'],
  )
}
