import { type Html, html } from '../../platform/html.ts'
import { PASSWORD_MIN_CHARACTERS } from '../../users/password-rules.ts'
import { type FormState, field } from '../shell/forms.ts'
import type { Words } from '../words/words.ts'

/** Tells what keeps passwords whose it is. Without a name, since the service knows. */
export const passwordOwner = (label: string, email: string): Html =>
  html`<div hidden><input type="email" value="${email}" autocomplete="username" aria-label="${label}"></div>`

/** Where somebody chooses a password. The server has the last word on it. */
export const newPasswordField = ({ entrance }: Words, label: string, state: FormState): Html =>
  field(
    {
      name: 'password',
      label,
      type: 'password',
      reveal: entrance.show,
      autocomplete: 'new-password',
      minlength: PASSWORD_MIN_CHARACTERS,
      hint: entrance.passwordHint(PASSWORD_MIN_CHARACTERS),
    },
    state,
  )
