import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type Html, html } from '../platform/html.ts'
import { isTokenShaped } from '../platform/secrets.ts'
import { findLinkUser, type LinkPurpose } from '../users/one-time-codes.ts'
import { choosePassword, noLink } from '../users/set-password.ts'
import type { ConsoleContext } from './console-context.ts'
import { takeForm } from './form-routes.ts'
import { EMPTY, type FormState, field, form, message } from './forms.ts'
import { entrance, sendPage } from './layout.ts'
import { newPasswordField } from './new-password-field.ts'
import { keepSession, openSession } from './open-session.ts'

const PasswordForm = Type.Object({ password: Type.String({ maxLength: 1_024 }) })

const LINKS: { path: string; purpose: LinkPurpose; title: string; button: string }[] = [
  { path: '/invitation/:code', purpose: 'invitation', title: 'Welcome to Tocsin', button: 'Create account' },
  { path: '/password-reset/:code', purpose: 'password_reset', title: 'Choose a new password', button: 'Set password' },
]

/** Where an invitation, or a link to choose a new password, leads. */
export const passwordLinkPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  for (const { path, purpose, title, button } of LINKS) {
    const linkOf = ({ params }: FastifyRequest) => ({ code: (params as { code: string }).code, purpose })

    const page = async (request: FastifyRequest, state: FormState): Promise<Html> => {
      const link = linkOf(request)
      const user = isTokenShaped(link.code) ? await findLinkUser(db, link, now()) : null
      if (user === null) throw noLink()
      const known = { ...state, values: { email: user.email } }
      return entrance(
        title,
        form(
          { action: path.replace(':code', link.code), csrf: request.csrf },
          html`
          <p>Choose a password for <strong>${user.email}</strong>, ${user.role}. This link works once.</p>
          ${message(state)}
          <div hidden>${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username' }, known)}</div>
          ${newPasswordField('Password', state)}
          <button class="primary">${button}</button>`,
        ),
      )
    }

    server.get(path, { config: { policy: 'public' }, schema: { hide: true } }, async (request, reply) =>
      sendPage(reply, await page(request, EMPTY)),
    )

    takeForm(server, {
      path,
      policy: 'public',
      body: PasswordForm,
      async submit(request, { password }, reply) {
        const link = linkOf(request)
        const open = openSession(request, now())
        keepSession(reply, await choosePassword(db, link, password, request.ip, now(), open), publicUrl)
        return '/'
      },
      again: page,
    })
  }
}
