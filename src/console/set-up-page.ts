import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { RequestError } from '../platform/errors.ts'
import { type Html, html } from '../platform/html.ts'
import { setUp } from '../users/set-up.ts'
import { hasAnyAdmin } from '../users/user-store.ts'
import type { ConsoleContext } from './console-context.ts'
import { takeForm } from './form-routes.ts'
import { EMPTY, type FormState, field, form, message } from './forms.ts'
import { entrance, sendPage } from './layout.ts'
import { newPasswordField } from './new-password-field.ts'
import { keepSession, openSession } from './open-session.ts'

const SetUpForm = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  email: Type.String({ minLength: 1, maxLength: 1_024 }),
  password: Type.String({ maxLength: 1_024 }),
})

/** The first administrator of a service that has none, made by whoever can read its log. */
export const setUpPage: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  async function refuseWhenDone(): Promise<void> {
    if (await hasAnyAdmin(db)) throw new RequestError(410, 'This service has been set up already')
  }

  server.get('/setup', { config: { policy: 'public' }, schema: { hide: true } }, async (request, reply) => {
    await refuseWhenDone()
    return sendPage(reply, page(request, EMPTY))
  })

  takeForm(server, {
    path: '/setup',
    policy: 'public',
    body: SetUpForm,
    async submit(request, body, reply) {
      await refuseWhenDone()
      const loggedIn = await setUp(db, body, request.ip, now(), openSession(request, now()))
      keepSession(reply, loggedIn, publicUrl)
      return '/'
    },
    again: page,
  })
}

function page({ csrf }: FastifyRequest, state: FormState): Html {
  const code = 'Printed in the log when the service started, and good for an hour. A new start prints a new one.'
  return entrance(
    'Set up Tocsin',
    form(
      { action: '/setup', csrf },
      html`
      <p>Make the account of the first administrator. Others can be added later.</p>
      ${message(state)}
      ${field({ name: 'code', label: 'Set-up code', hint: code, autocomplete: 'one-time-code', autofocus: true }, state)}
      ${field({ name: 'email', label: 'Your email', type: 'email', autocomplete: 'username', maxlength: 254 }, state)}
      ${newPasswordField('Password', state)}
      <button class="primary">Create account</button>`,
    ),
  )
}
