import type { TokenRecord } from '../../core/people/credentials/access-tokens.ts'
import { type Html, html } from '../../platform/html.ts'
import { actionButton } from '../frame/forms/forms.ts'
import { type Column, dataTable } from '../frame/lists/data-table.ts'
import type { Reader } from '../frame/page/reader.ts'
import { person } from '../frame/parts/people.ts'
import { browserName } from './browser-name.ts'

interface Options {
  /** Address of the form that revokes a token. */
  revoke: (id: number) => string
  /** Adds a column with the owner, as a link. */
  withOwner?: boolean
}

/** The sites that a token is limited to; those out of the reader's reach are left out. */
const siteNames = ({ sites, t }: Reader, ids: TokenRecord['site_ids']): string =>
  ids === null
    ? t.sites.all
    : sites
        .filter(({ id }) => ids.includes(id))
        .map(({ name }) => name)
        .join(', ')

/** API tokens by their hints, never the tokens themselves. */
export function tokenTable(reader: Reader, tokens: readonly TokenRecord[], { revoke, withOwner }: Options): Html {
  const { t, format, csrf } = reader
  const { tokens: words, sessions } = t.account
  const name = ({ kind, name }: TokenRecord) =>
    kind === 'api' ? name : browserName(name, sessions.unknownBrowser, sessions.on)
  const owner: Column<TokenRecord> = {
    name: words.owner,
    show: ({ user_id, user_email, user_name }) =>
      html`<a href="/users/${user_id}">${person({ name: user_name, email: user_email })}</a>`,
  }
  return dataTable({
    caption: t.terms.tokens,
    rows: tokens,
    key: ({ id }) => `token-${id}`,
    columns: [
      {
        name: t.terms.name,
        kind: 'main',
        show: (token) =>
          html`<span title="${token.name}">${name(token)}</span>${token.kind === 'mobile' ? html` <span class="badge">${words.login}</span>` : null}`,
      },
      ...(withOwner === true ? [owner] : []),
      { name: t.terms.role, show: ({ role }) => t.shared.roles[role ?? 'none'] },
      ...(reader.sites.length < 2
        ? []
        : [{ name: t.shared.site, show: ({ site_ids }: TokenRecord) => siteNames(reader, site_ids) }]),
      { name: words.hintColumn, show: ({ token_hint }) => html`<code>…${token_hint}</code>` },
      { name: t.terms.created, show: ({ created_at }) => format.ago(created_at) },
      {
        name: t.terms.lastUsed,
        show: ({ last_used_at, last_used_address }) =>
          last_used_at === null
            ? t.shared.never
            : html`<span>${format.ago(last_used_at)}${last_used_address === null ? null : html`<br><code class="meta nowrap">${last_used_address}</code>`}</span>`,
      },
      {
        name: words.expires,
        show: ({ expires_at }) => (expires_at === null ? t.shared.never : format.ago(expires_at)),
      },
      {
        name: t.shared.actions,
        kind: 'actions',
        show: (token) =>
          actionButton({ action: revoke(token.id), csrf, label: words.revokeOf(name(token)) }, words.revoke),
      },
    ],
  })
}
