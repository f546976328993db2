import type { Html } from '../platform/html.ts'
import { PASSWORD_MIN_CHARACTERS } from '../users/password-rules.ts'
import { type FormState, field } from './forms.ts'

/** Where somebody chooses a password. The server has the last word on it. */
export const newPasswordField = (label: string, state: FormState): Html =>
  field(
    {
      name: 'password',
      label,
      type: 'password',
      autocomplete: 'new-password',
      minlength: PASSWORD_MIN_CHARACTERS,
      hint: `At least ${PASSWORD_MIN_CHARACTERS} characters, at most 72 bytes. Several words are good.`,
    },
    state,
  )
