import { ROLES } from '../../core/reach/role.ts'
import { type Html, html } from '../../platform/html.ts'
import { choice, type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { siteField } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'

/** `mails`: whether invitations are mailed. */
export function newUserView(reader: Reader, { mails }: { mails: boolean }, state: FormState): Html {
  const { t, csrf } = reader
  const { people: words } = t
  const roles = ROLES.toReversed().map((role) => ({
    value: role,
    text: `${t.shared.roles[role ?? 'none']}: ${words.roleHints[role]}`,
  }))
  return shell(
    reader,
    { title: words.add, place: 'users', trail: [{ name: t.shared.places.users, address: '/users' }] },
    html`<section class="card" aria-label="${words.add}">
      ${form(
        { action: '/users/new', csrf, label: words.add },
        html`
        ${formMessage(state)}
        ${field({ name: 'email', label: t.terms.email, type: 'email', hint: mails ? words.form.emailHintMailed : words.form.emailHint, autocomplete: 'off', maxlength: 254, autofocus: true }, state)}
        <div class="wide">${choice({ name: 'role', label: t.terms.role, options: roles, chosen: 'operator' }, state)}</div>
        ${siteField(reader, 'admin', state, { hint: words.form.siteHint })}
        <p>${mails ? words.form.inviteHintMailed : words.form.inviteHint}</p>
        <button class="primary">${words.form.invite}</button>`,
      )}
    </section>`,
  )
}
