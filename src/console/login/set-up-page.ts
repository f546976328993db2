import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { savePreferences } from '../../core/people/preferences/preferences.ts'
import { setUp } from '../../core/people/set-up.ts'
import { hasAnyAdmin } from '../../core/people/user-store.ts'
import { RequestError } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import { faultOf } from '../../platform/reasons.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY, type FormState, field, form, message } from '../shell/forms.ts'
import { loginLayout, sendPage } from '../shell/layout.ts'
import { keepSession, openSession } from '../shell/open-session.ts'
import { takeForm } from '../shell/pages-and-forms.ts'
import { guestOf } from '../shell/reader.ts'
import { FIRST_STEPS, stepMark } from './first-steps-pages.ts'
import { newPasswordField } from './new-password-field.ts'

const SetUpForm = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  email: Type.String({ minLength: 1, maxLength: 1_024 }),
  password: Type.String({ maxLength: 1_024 }),
})

/** Creates the first administrator; needs the setup code from the log. */
export const setUpPage: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  async function refuseWhenDone(): Promise<void> {
    if (await hasAnyAdmin(db)) throw new RequestError(410, faultOf('set_up_already'))
  }

  server.get(
    '/setup',
    { config: { policy: 'public', scope: 'none' }, schema: { hide: true } },
    async (request, reply) => {
      await refuseWhenDone()
      return sendPage(reply, page(request, EMPTY))
    },
  )

  takeForm(server, 'public', 'none', '/setup', {
    body: SetUpForm,
    async submit(request, body, reply) {
      await refuseWhenDone()
      const loggedIn = await setUp(db, body, request.ip, now(), openSession(request, now()))
      keepSession(reply, loggedIn, publicUrl)
      await savePreferences(db, loggedIn.user.id, { language: guestOf(request).preferences.language })
      return FIRST_STEPS
    },
    again: page,
  })
}

function page(request: FastifyRequest, state: FormState): Html {
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
      ${message(state)}
      ${field({ name: 'code', label: t.code, hint: t.codeHint, autocomplete: 'one-time-code', autofocus: true }, state)}
      ${field({ name: 'email', label: t.yourEmail, type: 'email', autocomplete: 'username', maxlength: 254 }, state)}
      ${newPasswordField(guest.t, t.password, state)}
      <button class="primary">${t.create}</button>`,
    ),
  )
}
