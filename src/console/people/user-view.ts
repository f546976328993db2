import type { ScheduleOfPerson } from '../../core/on-call/read-on-call.ts'
import type { TokenRecord } from '../../core/people/credentials/access-tokens.ts'
import type { SessionRecord } from '../../core/people/credentials/sessions.ts'
import type { UserActivity } from '../../core/people/user-activity.ts'
import type { UserRecord } from '../../core/people/user-store.ts'
import { ROLES } from '../../core/reach/role.ts'
import type { OwnSite } from '../../core/sites/site-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { sessionTable } from '../account/session-table.ts'
import { tokenTable } from '../account/token-table.ts'
import {
  actionButton,
  choice,
  doneOf,
  EMPTY_FORM,
  type FormState,
  field,
  filled,
  form,
  formMessage,
} from '../frame/forms/forms.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, keyValues } from '../frame/parts/page-parts.ts'
import { factorsOf, personBadge } from './person-state.ts'

interface UserPage {
  reader: Reader
  user: UserRecord
  activity: UserActivity
  /** Roles in sites. */
  memberships: readonly OwnSite[]
  /** True for the only administrator. */
  isLast: boolean
  sessions: readonly SessionRecord[]
  tokens: readonly TokenRecord[]
  /** Schedules that would have a gap, or a shift less, without this person. */
  schedules: readonly ScheduleOfPerson[]
  state: FormState
  done: string | undefined
}

export function userView(page: UserPage): Html {
  const { reader, user, activity, isLast, sessions, tokens, state, done } = page
  const { t, format } = reader
  const { people: words } = t
  const isYou = user.id === reader.user.id
  return shell(
    reader,
    {
      title: user.name,
      place: 'users',
      trail: [{ name: t.shared.places.users, address: '/users' }],
      badges: html`${personBadge(t, user)}${isYou ? html`<span class="badge">${t.terms.you}</span>` : null}`,
      actions: html`<a class="button quiet" href="/audit?actor=${user.id}">${words.page.audit}</a>`,
    },
    html`
    ${formMessage(state)}
    ${doneOf(words.done, done)}
    ${isLast ? html`<p class="notice info">${words.page.lastAdmin}</p>` : isYou ? html`<p class="notice info">${words.page.isYou}</p>` : null}
    <div class="columns">
      ${card(
        t.terms.person,
        html`
        ${keyValues([
          [t.terms.email, user.email],
          [t.terms.role, t.shared.roles[user.role ?? 'none']],
          ...(user.issuer === null ? [] : [[words.logsInWith, new URL(user.issuer).host] as const]),
          [t.secondFactor.title, factorsOf(t, user)],
          [t.terms.added, format.at(user.created_at)],
          [words.lastSeen, activity.last_seen_at === null ? t.shared.never : format.ago(activity.last_seen_at)],
        ])}
        ${nameForm(page)}
        ${isLast ? null : roleForm(page)}`,
      )}
      ${card(words.page.access, access(page))}
      ${reader.sites.length > 1 ? card(t.sites.see.title(user.name), siteAccess(page)) : null}
    </div>
    ${card(t.terms.sessions, sessions.length === 0 ? html`<p class="empty">${words.page.noSessions}</p>` : sessionTable(reader, sessions, {}))}
    ${card(t.terms.tokens, tokens.length === 0 ? html`<p class="empty">${words.page.noTokens}</p>` : tokenTable(reader, tokens, { revoke: (id) => `/tokens/${id}/revocation` }))}`,
  )
}

const nameForm = ({ reader: { t, csrf }, user, state }: UserPage): Html =>
  form(
    { action: `/users/${user.id}/name`, csrf, label: t.people.page.changeName, inPlace: true },
    html`
    ${field({ name: 'name', label: t.terms.name, hint: t.people.page.nameHint, maxlength: 100, autocomplete: 'off' }, filled({ name: user.name }, state))}
    <button>${t.people.page.changeName}</button>`,
  )

function roleForm({ reader, user, state }: UserPage): Html {
  const { t, csrf } = reader
  const { people: words } = t
  const none = reader.sites.length > 1 ? [{ value: 'none', text: t.shared.roles.none }] : []
  const roles = [...ROLES.toReversed().map((role) => ({ value: role, text: t.shared.roles[role] })), ...none]
  return form(
    { action: `/users/${user.id}/role`, csrf, label: t.terms.role, inPlace: true },
    html`
    <input type="hidden" name="version" value="${user.version}">
    ${choice({ name: 'role', label: t.terms.role, hint: words.page.roleHint, options: roles, chosen: user.role ?? 'none' }, state)}
    <button>${words.page.change}</button>`,
  )
}

/** Which sites the person sees, and because of what. */
function siteAccess({ reader, user, memberships }: UserPage): Content {
  const { t, csrf, sites } = reader
  const { sites: words } = t
  const roles = ROLES.toReversed().map((role) => ({ value: role, text: t.shared.roles[role] }))
  const action = `/users/${user.id}/memberships`
  return html`
  ${user.role === null && memberships.length === 0 ? html`<p class="empty">${words.see.nothing}</p>` : null}
  ${user.role === null ? null : html`<p>${words.see.everywhere(t.shared.roles[user.role])}</p>`}
  ${
    memberships.length === 0
      ? null
      : html`<ul class="rows">${memberships.map(
          ({ id, name, role, devices }) => html`<li><a href="/sites/${id}">${name}</a>
          <span class="meta">${words.see.site(t.shared.roles[role], devices)}</span>
          ${actionButton({ action: `${action}/${id}/removal`, csrf, label: words.leaveFrom(name) }, t.terms.remove)}</li>`,
        )}</ul>`
  }
  ${form(
    { action, csrf, label: words.addTo },
    html`
    <div class="row">
      ${choice({ name: 'site_id', label: t.shared.site, options: sites.map(({ id, name }) => ({ value: String(id), text: name })), chosen: String(sites[0]!.id) }, EMPTY_FORM)}
      ${choice({ name: 'role', label: t.terms.role, options: roles, chosen: 'viewer' }, EMPTY_FORM)}
    </div>
    <button>${words.addTo}</button>`,
  )}`
}

function access({ reader, user, isLast, schedules }: UserPage): Content {
  const { page: words } = reader.t.people
  const { csrf } = reader
  const { id, enabled, invited, issuer } = user
  const action = (path: string, text: string, hint: string, inPlace: boolean, fields: object = {}): Html => html`
    <div class="action"><p>${hint}</p>${actionButton({ action: `/users/${id}/${path}`, csrf, inPlace, ...fields }, text)}</div>`
  const { format } = reader
  return html`${schedules.map(({ schedule, gap }) => html`<p class="notice warn">${gap === null ? words.duty(schedule.name) : words.disablingGap(schedule.name, format.toMinute(gap.from), format.toMinute(gap.to))}</p>`)}
  <div class="action-list">
    ${enabled ? action('password-link', invited ? words.linkInvited : words.link, invited ? words.linkInvitedHint : words.linkHint, false) : null}
    ${enabled && !invited ? action('logout', words.logOut, words.logOutHint, true) : null}
    ${user.second_factors.length === 0 ? null : action('second-factor/removal', words.resetFactor, words.resetFactorHint, true)}
    ${issuer === null ? null : action('unlink', reader.t.account.provider.unlink, words.unlinkHint(new URL(issuer).host), true)}
    ${isLast ? null : action('enabled', enabled ? reader.t.terms.disable : reader.t.terms.enable, enabled ? words.disableHint : words.enableHint, true, { name: 'enabled', value: enabled ? 'no' : 'yes' })}
  </div>`
}
