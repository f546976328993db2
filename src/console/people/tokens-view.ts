import { type Html, html } from '../../platform/html.ts'
import type { TokenRecord } from '../../users/access-tokens.ts'
import type { UserRecord } from '../../users/user-store.ts'
import { newTokenForm } from '../account/new-token.ts'
import { tokenTable } from '../account/token-table.ts'
import { disclosure } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { pager } from '../parts/list-parts.ts'
import { emptyState } from '../parts/page-parts.ts'
import { doneOf } from '../shell/done-of.ts'
import { type FormState, message } from '../shell/forms.ts'
import { shell } from '../shell/layout.ts'
import type { Visit } from '../shell/visit.ts'

export interface TokensPage {
  visit: Visit
  tokens: readonly TokenRecord[]
  nextCursor: string | null
  /** Whose tokens these are; null: everybody's. */
  owner: UserRecord | null
  done: string | undefined
  state: FormState
}

export function tokensView({ visit, tokens, nextCursor, owner, done, state }: TokensPage): Html {
  const { people } = visit.t
  const { allTokens: words } = people
  const isAgain = Object.keys(state.values).length > 0
  return shell(
    visit,
    {
      title: words.title,
      place: 'tokens',
      actions: disclosure(
        'new-token',
        html`${icon('plus')}${words.make}`,
        html`<h2>${words.make}</h2>${newTokenForm(visit, '/tokens', state)}`,
        'primary',
      ),
    },
    html`
    ${isAgain ? Object.values(state.errors).map((text) => html`<p class="notice bad" role="alert">${text}</p>`) : null}
    ${message(state)}
    ${doneOf(people.done, done)}
    <p>${words.hint}</p>
    ${owner === null ? null : html`<p>${words.of(owner.email)} · <a href="/tokens">${words.everybody}</a></p>`}
    ${tokens.length === 0 ? emptyState('key-round', words.none) : tokenTable(visit, tokens, { revoke: (id) => `/tokens/${id}/revocation`, withOwner: true })}
    ${pager(visit, nextCursor)}`,
  )
}
