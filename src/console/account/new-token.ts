import Type, { type Static } from 'typebox'
import type { TokenRecord } from '../../core/people/credentials/access-tokens.ts'
import { newTokenFields } from '../../core/people/credentials/credential-shapes.ts'
import { highestRole } from '../../core/reach/reach.ts'
import { rolesUpTo } from '../../core/reach/role.ts'
import { type Html, html } from '../../platform/html.ts'
import { choice, type FormState, field, form, formMessage } from '../frame/forms/forms.ts'
import { siteIdIn, siteInForm } from '../frame/forms/site-field.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card, codeBlock, keyValues } from '../frame/parts/page-parts.ts'
import { secretOnce } from '../frame/parts/secret-once.ts'

const { name, role } = newTokenFields
export const TokenForm = Type.Object({ name, role, days: Type.Enum(['30', '90', '365', 'never']), ...siteInForm })

/** The token that the form asks for. */
export function tokenIn({ days, site_id, ...token }: Static<typeof TokenForm>) {
  const site = siteIdIn({ site_id })
  return {
    ...token,
    ...(site == null ? {} : { site_ids: [site] }),
    expires_in_days: days === 'never' ? null : Number(days),
  }
}

/** The form for a new API token. */
export function newTokenForm(reader: Reader, action: string, state: FormState): Html {
  const { t, csrf, reach, sites } = reader
  const { tokens } = t.account
  const most = highestRole(reach) ?? 'viewer'
  const roles = rolesUpTo(most).map((role) => ({ value: role, text: t.shared.roles[role] }))
  const lifetimes = Object.entries(tokens.lifetimes).map(([value, text]) => ({ value, text }))
  return form(
    { action, csrf, label: tokens.make },
    html`
    ${formMessage(state)}
    <div class="row">
      ${field({ name: 'name', label: t.terms.name, maxlength: 100, hint: tokens.nameHint }, state)}
      ${choice({ name: 'role', label: t.terms.role, options: roles, chosen: most }, state)}
      ${sites.length < 2 ? null : choice({ name: 'site_id', label: t.shared.site, options: [{ value: '', text: t.sites.all }, ...sites.map((site) => ({ value: String(site.id), text: site.name }))], chosen: '' }, state)}
      ${choice({ name: 'days', label: tokens.goodFor, options: lifetimes, chosen: '90' }, state)}
    </div>
    <button>${tokens.makeButton}</button>`,
  )
}

interface NewToken {
  reader: Reader
  token: TokenRecord & { token: string }
  publicUrl: string
  /** Page that lists the token from now on, without its secret. */
  back?: string
}

/** The only page that ever shows the token. */
export function newTokenView({ reader, token, publicUrl, back = '/account' }: NewToken): Html {
  const { tokens } = reader.t.account
  return shell(
    reader,
    { title: tokens.newTitle, place: back === '/account' ? 'account' : 'tokens' },
    card(
      token.name,
      html`
      <p class="notice warn">${tokens.once}</p>
      ${secretOnce(token.token)}
      ${keyValues([
        [reader.t.terms.role, reader.t.shared.roles[token.role ?? 'none']],
        [tokens.expires, token.expires_at === null ? reader.t.shared.never : reader.format.at(token.expires_at)],
      ])}
      <p>${tokens.tryIt}</p>
      ${codeBlock(`curl ${publicUrl}/api/mobile/me -H 'Authorization: Bearer ${token.token}'`, tokens.tryIt)}
      <p><a class="button primary" href="${back === '/account' ? '/account' : '/tokens'}">${reader.t.shared.stored}</a></p>`,
    ),
  )
}
