import { type Content, type Html, html } from '../../platform/html.ts'
import type { TokenRecord } from '../../users/access-tokens.ts'
import type { SessionRecord } from '../../users/sessions.ts'
import { rolesUpTo } from '../../users/user.ts'
import { newPasswordField } from '../entrance/new-password-field.ts'
import { choice, EMPTY, type FormState, field, form, message } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'
import { browserName } from './browser-name.ts'

/** The forms of the page, each with what was wrong when it was sent. */
export type AccountForms = Record<'password' | 'token' | 'tokens' | 'sessions', FormState>

export const NO_FORMS: AccountForms = { password: EMPTY, token: EMPTY, tokens: EMPTY, sessions: EMPTY }

const DONE = {
  password: 'Your password is changed. All other sessions and all tokens have ended.',
  revoked: 'The token is revoked.',
  ended: 'The session is ended.',
}
export type Done = keyof typeof DONE

export interface Account {
  visit: Visit
  sessions: readonly SessionRecord[]
  /** The session of this browser. */
  current: number
  tokens: readonly TokenRecord[]
  forms: AccountForms
  done: Done | undefined
}

export const accountView = (account: Account): Html =>
  shell(
    account.visit,
    { title: account.visit.t.account.title, place: 'account' },
    html`
    ${notice(account.done)}
    ${passwordCard(account)}
    ${sessionsCard(account)}
    ${tokensCard(account)}`,
  )

const notice = (done: Done | undefined): Content =>
  done !== undefined && Object.hasOwn(DONE, done) ? html`<p class="notice good" role="status">${DONE[done]}</p>` : null

const passwordCard = ({ visit: { csrf, user, t }, forms }: Account): Html => html`
<section class="card" aria-labelledby="password-title">
  <h2 id="password-title">Password</h2>
  <p>A new password logs you out everywhere else and ends your tokens.</p>
  ${form(
    { action: '/account/password', csrf },
    html`
    ${message(forms.password)}
    <div hidden><input type="email" name="email" value="${user.email}" autocomplete="username" aria-label="Email"></div>
    ${field({ name: 'current_password', label: 'Present password', type: 'password', autocomplete: 'current-password' }, forms.password)}
    ${newPasswordField(t, 'New password', forms.password)}
    <button>Change password</button>`,
  )}
</section>`

const sessionsCard = ({ visit: { csrf, format }, sessions, current, forms }: Account): Html => html`
<section class="card" aria-labelledby="sessions-title">
  <h2 id="sessions-title">Sessions</h2>
  <p>Browsers that are logged in. A session ends after 12 hours without use, and after 7 days.</p>
  ${message(forms.sessions)}
  <table>
    <thead><tr><th>Browser</th><th>Address</th><th>Logged in</th><th>Last used</th><th><span class="unseen">Actions</span></th></tr></thead>
    <tbody>
      ${sessions.map(
        ({ id, user_agent, address, created_at, last_used_at }) => html`
      <tr>
        <td data-label="Browser" title="${user_agent}">${browserName(user_agent)}</td>
        <td data-label="Address"><code>${address}</code></td>
        <td data-label="Logged in">${format.ago(created_at)}</td>
        <td data-label="Last used">${format.ago(last_used_at)}</td>
        <td class="actions">${
          id === current
            ? html`<span class="badge good">This browser</span>`
            : form(
                { action: `/account/sessions/${id}/end`, csrf },
                html`<button class="quiet" aria-label="End the session of ${browserName(user_agent)}">End</button>`,
              )
        }</td>
      </tr>`,
      )}
    </tbody>
  </table>
</section>`

const tokensCard = (account: Account): Html => html`
<section class="card" aria-labelledby="tokens-title">
  <h2 id="tokens-title">Tokens</h2>
  <p>What programs act for you with: the logins of apps, and the tokens that you make for scripts.</p>
  ${message(account.forms.tokens)}
  ${account.tokens.length === 0 ? html`<p class="empty">There are none yet.</p>` : tokenTable(account)}
  <h3>Make a token</h3>
  ${newTokenForm(account)}
</section>`

const tokenTable = ({ visit: { csrf, format }, tokens }: Account): Html => html`
<table>
  <thead><tr><th>Name</th><th>Role</th><th>Ends in</th><th>Last used</th><th>Expires</th><th><span class="unseen">Actions</span></th></tr></thead>
  <tbody>
    ${tokens.map(
      ({ id, kind, name, role, token_hint, last_used_at, last_used_address, expires_at }) => html`
    <tr>
      <td data-label="Name" title="${name}">${kind === 'api' ? name : browserName(name)}${kind === 'mobile' ? html` <span class="badge">login</span>` : null}</td>
      <td data-label="Role">${role}</td>
      <td data-label="Ends in"><code>…${token_hint}</code></td>
      <td data-label="Last used" title="${last_used_address ?? ''}">${last_used_at === null ? 'never' : format.ago(last_used_at)}</td>
      <td data-label="Expires">${expires_at === null ? 'never' : format.ago(expires_at)}</td>
      <td class="actions">${form(
        { action: `/account/tokens/${id}/revocation`, csrf },
        html`<button class="quiet" aria-label="Revoke ${name}">Revoke</button>`,
      )}</td>
    </tr>`,
    )}
  </tbody>
</table>`

const LIFETIMES = [
  { value: '30', text: '30 days' },
  { value: '90', text: '90 days' },
  { value: '365', text: 'a year' },
  { value: 'never', text: 'no end' },
]

function newTokenForm({ visit: { csrf, user }, forms: { token: state } }: Account): Html {
  const roles = rolesUpTo(user.role).map((role) => ({ value: role, text: role }))
  return form(
    { action: '/account/tokens', csrf },
    html`
    ${message(state)}
    <div class="row">
      ${field({ name: 'name', label: 'Name', maxlength: 100, hint: 'What it is for' }, state)}
      ${choice({ name: 'role', label: 'Role', options: roles, chosen: user.role }, state)}
      ${choice({ name: 'days', label: 'Good for', options: LIFETIMES, chosen: '90' }, state)}
    </div>
    <button>Make token</button>`,
  )
}

export interface NewToken {
  visit: Visit
  token: TokenRecord & { token: string }
  publicUrl: string
}

export const newTokenView = ({ visit, token, publicUrl }: NewToken): Html =>
  shell(
    visit,
    { title: 'Your new token', place: 'account' },
    html`
    <section class="card">
      <p class="notice warn">Copy it now. It is stored as a hash only, so nobody can show it again.</p>
      <dl>
        <dt>Name</dt><dd>${token.name}</dd>
        <dt>Role</dt><dd>${token.role}</dd>
        <dt>Token</dt><dd><code class="secret">${token.token}</code></dd>
      </dl>
      <p>To try it:</p>
      <pre><code>curl ${publicUrl}/api/mobile/me -H 'Authorization: Bearer ${token.token}'</code></pre>
      <p><a class="button" href="/account">I have stored it</a></p>
    </section>`,
  )
