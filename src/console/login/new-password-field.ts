import { PASSWORD_MIN_CHARACTERS } from '../../core/people/passwords/password-rules.ts'
import { type Html, html } from '../../platform/html.ts'
import type { Words } from '../../words/words.ts'
import { type FormState, field } from '../frame/forms/forms.ts'

/** Tells password managers which account the password belongs to. Without a name, so it is not submitted. */
export const passwordOwner = (label: string, email: string): Html =>
  html`<div hidden><input type="email" value="${email}" autocomplete="username" aria-label="${label}"></div>`

/** Field for a new password; the server validates it. */
export const newPasswordField = ({ login }: Words, label: string, state: FormState): Html =>
  field(
    {
      name: 'password',
      label,
      type: 'password',
      reveal: login.show,
      autocomplete: 'new-password',
      minlength: PASSWORD_MIN_CHARACTERS,
      hint: login.passwordHint(PASSWORD_MIN_CHARACTERS),
    },
    state,
  )
