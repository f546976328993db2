import type { TokenRecord } from '../../core/people/credentials/access-tokens.ts'
import { SESSION_ABSOLUTE_S, SESSION_IDLE_S, type SessionRecord } from '../../core/people/credentials/sessions.ts'
import type { Factors } from '../../core/people/second-factor/factors.ts'
import { hasOwnLogin, type Logins, type UserRecord } from '../../core/people/user-store.ts'
import { ROLES } from '../../core/reach/role.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import {
  actionButton,
  doneOf,
  EMPTY_FORM,
  type FormState,
  field,
  filled,
  form,
  formMessage,
} from '../frame/forms/forms.ts'
import { shell, shownRole } from '../frame/page/layout.ts'
import { NOTIFICATIONS, SECOND_FACTOR } from '../frame/page/navigation.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, icon, keyValues } from '../frame/parts/page-parts.ts'
import { newPasswordField, passwordOwner } from '../login/new-password-field.ts'
import { newTokenForm } from './new-token.ts'
import { preferencesForm } from './preferences-form.ts'
import { sessionTable } from './session-table.ts'
import { tokenTable } from './token-table.ts'

/** State of the page's forms. */
export type AccountForms = Record<
  'name' | 'password' | 'provider' | 'preferences' | 'token' | 'tokens' | 'sessions',
  FormState
>

export const EMPTY_ACCOUNT_FORMS: AccountForms = {
  name: EMPTY_FORM,
  password: EMPTY_FORM,
  provider: EMPTY_FORM,
  preferences: EMPTY_FORM,
  token: EMPTY_FORM,
  tokens: EMPTY_FORM,
  sessions: EMPTY_FORM,
}

interface Account {
  reader: Reader
  user: UserRecord
  sessions: readonly SessionRecord[]
  /** Id of this browser's session. */
  current: number
  tokens: readonly TokenRecord[]
  factors: Factors
  logins: Logins
  forms: AccountForms
  done: string | undefined
}

export function accountView(account: Account): Html {
  const { reader, forms, done } = account
  const { account: t } = reader.t
  return shell(
    reader,
    {
      title: reader.t.shared.places.account,
      place: 'account',
      actions:
        reader.may('viewer') &&
        html`<a class="button" href="${NOTIFICATIONS}">${icon('bell-ring')}${reader.t.shared.places.notifications}</a>`,
    },
    html`
    ${doneOf(t.done, done)}
    ${shownRole(reader) === 'none' && !reader.may('viewer') ? html`<p class="notice info">${t.noRole}</p>` : null}
    <div class="columns">
      <div class="stack">${profileCard(account)}${providerCard(account)}${passwordCard(account)}${factorCard(account)}</div>
      ${card(t.preferences.title, preferencesForm(reader, forms.preferences))}
    </div>
    ${sessionsCard(account)}
    ${reader.may('viewer') || account.tokens.length > 0 ? tokensCard(account) : null}`,
  )
}

/** "Ward 3: Viewer" */
const rolesInSites = ({ t, sites, may }: Reader): string =>
  sites.map(({ id, name }) => `${name}: ${t.shared.roles[ROLES.find((role) => may(role, id)) ?? 'none']}`).join(', ')

const profileCard = ({ reader, user, forms }: Account): Html => {
  const { t, format, csrf } = reader
  return card(
    t.account.profile,
    html`${keyValues([
      [t.terms.email, user.email],
      [
        t.terms.role,
        html`${t.shared.roles[shownRole(reader)]}<br><span class="meta">${user.role === null ? rolesInSites(reader) : t.people.roleHints[user.role]}</span>`,
      ],
      [t.terms.created, format.at(user.created_at)],
      [t.account.lastLogin, user.last_login_at === null ? '–' : format.ago(user.last_login_at)],
    ])}
    ${form(
      { action: '/account/name', csrf, label: t.people.page.changeName },
      html`
      ${formMessage(forms.name)}
      ${field({ name: 'display_name', label: t.terms.name, hint: t.people.page.nameHint, maxlength: 100, autocomplete: 'name' }, filled({ display_name: user.name }, forms.name))}
      <button>${t.people.page.changeName}</button>`,
    )}`,
  )
}

function providerCard({ reader: { csrf, t }, logins, forms }: Account): Content {
  if (logins.issuer === null) return null
  const { provider: words } = t.account
  const { host } = new URL(logins.issuer)
  return card(
    words.title(host),
    html`
    <p>${words.hint(host)}</p>
    ${formMessage(forms.provider)}
    ${hasOwnLogin(logins) ? html`<div class="action"><p>${words.unlinkHint}</p>${actionButton({ action: '/account/unlink', csrf, inPlace: false }, words.unlink)}</div>` : html`<p class="hint">${words.only}</p>`}`,
  )
}

/** Only a link of an administrator gives a password to people who have none. */
const passwordCard = ({ reader: { csrf, user, t }, logins, forms }: Account): Content =>
  logins.password &&
  card(
    t.terms.password,
    html`
    <p>${t.account.password.hint}</p>
    ${form(
      { action: '/account/password', csrf },
      html`
      ${formMessage(forms.password)}
      ${passwordOwner(t.terms.email, user.email)}
      ${field({ name: 'current_password', label: t.account.password.present, type: 'password', autocomplete: 'current-password' }, forms.password)}
      ${newPasswordField(t, t.account.password.next, forms.password)}
      <button>${t.account.password.change}</button>`,
    )}`,
  )

const factorCard = ({ reader: { t }, factors }: Account): Html => {
  const { secondFactor: words } = t
  const { totp, passkeys, recovery_codes } = factors
  const parts = [totp ? words.kinds.totp : null, passkeys > 0 ? words.passkeys(passkeys) : null]
  const own = parts.filter((part) => part !== null)
  return card(
    words.title,
    html`
    <p>${words.hint}</p>
    ${keyValues([[t.terms.state, own.length === 0 ? words.none : html`${own.join(', ')}<br><span class="meta">${words.codesLeft(recovery_codes)}</span>`]])}
    <a class="button" href="${SECOND_FACTOR}">${own.length === 0 ? words.setUp : words.manage}</a>`,
  )
}

const sessionsCard = ({ reader, sessions, current, forms }: Account): Html => {
  const { account: t } = reader.t
  const hours = Math.round(SESSION_IDLE_S / 3_600)
  return card(
    reader.t.terms.sessions,
    html`
    <p>${t.sessions.hint(hours, Math.round(SESSION_ABSOLUTE_S / 86_400))}</p>
    ${formMessage(forms.sessions)}
    ${sessionTable(reader, sessions, { current, end: (id) => `/account/sessions/${id}/end` })}`,
  )
}

const tokensCard = ({ reader, tokens, forms }: Account): Html => {
  const { account: t } = reader.t
  return card(
    reader.t.terms.tokens,
    html`
    <p>${t.tokens.hint}</p>
    ${formMessage(forms.tokens)}
    ${tokens.length === 0 ? html`<p class="empty">${t.tokens.none}</p>` : tokenTable(reader, tokens, { revoke: (id) => `/account/tokens/${id}/revocation` })}
    <h3>${t.tokens.make}</h3>
    ${newTokenForm(reader, '/account/tokens', forms.token)}`,
  )
}
