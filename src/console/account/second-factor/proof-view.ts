import type { IdentityProvider } from '../../../core/people/openid-connect/identity-provider.ts'
import type { RequestOptions } from '../../../core/people/second-factor/passkey-options.ts'
import type { Logins } from '../../../core/people/user-store.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { type FormState, field, form } from '../../frame/forms/forms.ts'
import { passkeyForm } from '../../frame/forms/passkey-form.ts'
import { SECOND_FACTOR } from '../../frame/page/navigation.ts'
import type { Reader } from '../../frame/page/reader.ts'
import { card, icon } from '../../frame/parts/page-parts.ts'
import { passwordOwner } from '../../login/new-password-field.ts'
import { providerButton } from '../../login/openid-connect/provider-button.ts'

/** The ways in which a person can prove who they are. */
export interface Proofs {
  logins: Logins
  /** Null without one. */
  provider: Pick<IdentityProvider, 'host'> | null
  /** Null where passkeys are impossible, or for a person without one. */
  passkey: { options: RequestOptions; origin: string } | null
}

interface ProofForm {
  hint: string
  password: { action: string; field: string }
  passkey: { action: string; field: string }
  /** Fields that the forms send along. */
  fields?: Content
  /** The page to go on with after a login with the provider. */
  to: string
  state: FormState
}

/** Asks the person to prove who they are. */
export function proofCard(reader: Reader, { logins, provider, passkey }: Proofs, asked: ProofForm): Html {
  const { t, csrf, user } = reader
  const { proof: words } = t.secondFactor
  const passwordForm = form(
    { action: asked.password.action, csrf },
    html`
      ${asked.fields}
      ${passwordOwner(t.terms.email, user.email)}
      ${field({ name: asked.password.field, label: t.terms.password, type: 'password', autocomplete: 'current-password', reveal: t.login.show }, asked.state)}
      <button class="primary">${words.confirm}</button>`,
  )
  return card(
    words.title,
    html`
    <p>${asked.hint}</p>
    ${logins.password ? passwordForm : null}
    ${logins.issuer !== null && provider !== null ? providerButton(reader, provider, asked.to, { again: true }) : null}
    ${passkey && passkeyForm(reader, { action: asked.passkey.action, page: SECOND_FACTOR, credential: asked.passkey.field, ...passkey }, html`${asked.fields}<button>${icon('key-round')}${t.secondFactor.passkey.use}</button>`)}`,
  )
}
