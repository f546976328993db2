import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { findLinkUser, type LinkPurpose } from '../../core/people/credentials/one-time-codes.ts'
import { choosePassword, noLink } from '../../core/people/passwords/set-password.ts'
import { savePreferences } from '../../core/people/preferences/preferences.ts'
import { type Html, html } from '../../platform/html.ts'
import { isTokenShaped } from '../../platform/secrets.ts'
import type { ConsoleContext } from '../console-context.ts'
import { EMPTY_FORM, type FormState, form, formMessage } from '../frame/forms/forms.ts'
import { loginLayout, sendPage } from '../frame/page/layout.ts'
import { keepLogin, sessionOpener } from '../frame/page/open-session.ts'
import { type RequestTo, takeForm } from '../frame/page/pages-and-forms.ts'
import { guestOf } from '../frame/page/reader.ts'
import { newPasswordField, passwordOwner } from './new-password-field.ts'

const LinkParams = Type.Object({ code: Type.String() })
const PasswordForm = Type.Object({ password: Type.String({ maxLength: 1_024 }) })

const LINKS: { path: string; purpose: LinkPurpose; title: 'invitation' | 'reset'; button: 'create' | 'setPassword' }[] =
  [
    { path: '/invitation/:code', purpose: 'invitation', title: 'invitation', button: 'create' },
    { path: '/password-reset/:code', purpose: 'password_reset', title: 'reset', button: 'setPassword' },
  ]

/** Pages for invitation and password reset links. */
export const passwordLinkPages: FastifyPluginAsyncTypebox<ConsoleContext> = async (server, { db, publicUrl, now }) => {
  for (const { path, purpose, title, button } of LINKS) {
    const page = async (request: RequestTo<typeof LinkParams>, state: FormState): Promise<Html> => {
      const link = { code: request.params.code, purpose }
      const user = isTokenShaped(link.code) ? await findLinkUser(db, link, now()) : null
      if (user === null) throw noLink()
      const guest = guestOf(request)
      const { login: t, shared } = guest.t
      const { role, site_roles } = user
      const everywhere = [role ?? ('none' as const)]
      const roles = role === null && site_roles.length > 0 ? site_roles : everywhere
      return loginLayout(
        guest,
        t[title],
        form(
          { action: path.replace(':code', link.code), csrf: request.csrf },
          html`
          <p>${t.choose(user.email, roles.map((each) => shared.roles[each]).join(', '))}</p>
          ${formMessage(state)}
          ${passwordOwner(guest.t.terms.email, user.email)}
          ${newPasswordField(guest.t, guest.t.terms.password, state)}
          <button class="primary">${t[button]}</button>`,
        ),
      )
    }

    server.get(
      path,
      { config: { policy: 'public', scope: 'none' }, schema: { hide: true, params: LinkParams } },
      async (request, reply) => sendPage(reply, await page(request, EMPTY_FORM)),
    )

    takeForm(server, 'public', 'none', path, {
      params: LinkParams,
      body: PasswordForm,
      async submit(request, { password }, reply) {
        const link = { code: request.params.code, purpose }
        const open = sessionOpener(request, now())
        const user = await findLinkUser(db, link, now())
        const step = await choosePassword(db, link, password, request.ip, now(), open)
        // All pages and messages are in the language of the first page.
        if (user !== null && purpose === 'invitation')
          await savePreferences(db, user.id, { language: guestOf(request).preferences.language })
        return keepLogin(reply, step, publicUrl, '/')
      },
      again: page,
    })
  }
}
