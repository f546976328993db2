import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { savePreferences } from '../../core/people/preferences/preferences.ts'
import { setUp } from '../../core/people/set-up.ts'
import { hasAnyAdmin } from '../../core/people/user-store.ts'
import { faultOf } from '../../platform/error-messages/reasons.ts'
import { RequestError } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import { hostCookie } from '../../platform/http/host-cookie.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY_FORM, type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { loginLayout, sendPage } from '../frame/page/layout.ts'
import { keepSession, sessionOpener } from '../frame/page/open-session.ts'
import { takeForm } from '../frame/page/pages-and-forms.ts'
import { guestOf } from '../frame/page/reader.ts'
import { FIRST_STEPS, stepMark } from './first-steps-pages.ts'
import { newPasswordField } from './new-password-field.ts'

const SetUpForm = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  email: Type.String({ minLength: 1, maxLength: 1_024 }),
  password: Type.String({ maxLength: 1_024 }),
})

/** Codes as they are printed, or typed from the log. */
const CODE = /^[0-9A-Za-z -]{1,100}$/
const CODE_LIFETIME_S = 3_600

/** Creates the first administrator; needs the code from the log, whose link brings it along. */
export const setUpPage: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  /** Holds the code of a link, so that it is in no address, history or Referer from then on. */
  const codeOfLink = hostCookie('setup', publicUrl)

  async function refuseWhenDone(): Promise<void> {
    if (await hasAnyAdmin(db)) throw new RequestError(410, faultOf('set_up_already'))
  }

  server.get(
    '/setup',
    { config: { policy: 'public', scope: 'none' }, schema: { hide: true } },
    async (request, reply) => {
      await refuseWhenDone()
      const { code } = request.query as { code?: unknown }
      if (typeof code !== 'string') return sendPage(reply, page(request, EMPTY_FORM, codeOfLink.read(request)))
      if (CODE.test(code)) codeOfLink.set(reply, code, CODE_LIFETIME_S)
      return reply.redirect('/setup', 303)
    },
  )

  takeForm(server, 'public', 'none', '/setup', {
    body: SetUpForm,
    async submit(request, body, reply) {
      await refuseWhenDone()
      const loggedIn = await setUp(db, body, request.ip, now(), sessionOpener(request, now()))
      keepSession(reply, loggedIn, publicUrl)
      if (codeOfLink.read(request) !== null) codeOfLink.clear(reply)
      await savePreferences(db, loggedIn.user.id, { language: guestOf(request).preferences.language })
      return FIRST_STEPS
    },
    again: (request, state) => page(request, state, state.reason === 'set_up_code' ? null : codeOfLink.read(request)),
  })
}

/** Without the field for the code, if a link has brought it. */
function page(request: FastifyRequest, state: FormState, code: string | null): Html {
  const guest = guestOf(request)
  const { login: t } = guest.t
  return loginLayout(
    guest,
    t.setUp,
    form(
      { action: '/setup', csrf: guest.csrf },
      html`
      ${stepMark(guest, 1)}
      <p>${t.setUpIntroduction}</p>
      ${formMessage(state)}
      ${code === null ? field({ name: 'code', label: t.code, hint: t.codeHint, autocomplete: 'one-time-code', autofocus: true }, state) : html`<input type="hidden" name="code" value="${code}">`}
      ${field({ name: 'email', label: t.yourEmail, type: 'email', autocomplete: 'username', maxlength: 254, autofocus: code !== null }, state)}
      ${newPasswordField(guest.t, guest.t.terms.password, state)}
      <button class="primary">${t.create}</button>`,
    ),
  )
}
