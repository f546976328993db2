import type { TokenRecord } from '../../core/people/credentials/access-tokens.ts'
import type { UserRecord } from '../../core/people/user-store.ts'
import { type Html, html } from '../../platform/html.ts'
import { newTokenForm } from '../account/new-token.ts'
import { tokenTable } from '../account/token-table.ts'
import { doneOf, type FormState, formMessage } from '../frame/forms/forms.ts'
import { pager } from '../frame/lists/list-parts.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { disclosure, emptyState, icon } from '../frame/parts/page-parts.ts'

interface TokensPage {
  reader: Reader
  tokens: readonly TokenRecord[]
  nextCursor: string | null
  /** The owner of the listed tokens; null for all people. */
  owner: UserRecord | null
  done: string | undefined
  state: FormState
}

export function tokensView({ reader, tokens, nextCursor, owner, done, state }: TokensPage): Html {
  const { people } = reader.t
  const { allTokens: words } = people
  const isAgain = Object.keys(state.values).length > 0
  return shell(
    reader,
    {
      title: reader.t.shared.places.tokens,
      place: 'tokens',
      actions: disclosure(
        'new-token',
        html`${icon('plus')}${words.make}`,
        html`<h2>${words.make}</h2>${newTokenForm(reader, '/tokens', state)}`,
        'primary',
      ),
    },
    html`
    ${isAgain ? Object.values(state.errors).map((text) => html`<p class="notice bad" role="alert">${text}</p>`) : null}
    ${formMessage(state)}
    ${doneOf(people.done, done)}
    <p>${words.hint}</p>
    ${owner === null ? null : html`<p>${words.of(owner.name)} · <a href="/tokens">${words.everybody}</a></p>`}
    ${tokens.length === 0 ? emptyState('key-round', words.none) : tokenTable(reader, tokens, { revoke: (id) => `/tokens/${id}/revocation`, withOwner: true })}
    ${pager(reader, nextCursor)}`,
  )
}
