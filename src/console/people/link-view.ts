import type { Link } from '../../core/people/credentials/one-time-codes.ts'
import type { UserRecord } from '../../core/people/user-store.ts'
import { type Html, html } from '../../platform/html.ts'
import { card } from '../parts/page-parts.ts'
import { secretOnce } from '../parts/secret-once.ts'
import { shell } from '../shell/layout.ts'
import type { Reader } from '../shell/reader.ts'

/** The only page that shows a link for choosing a password. */
export function linkView(
  reader: Reader,
  { id, email }: UserRecord,
  link: Link & { address: string; mailed: boolean },
  /** Where the link was asked for. */
  back = `/users/${id}`,
): Html {
  const { people: words } = reader.t
  const title = link.purpose === 'invitation' ? words.link.invitationTitle : words.link.resetTitle
  return shell(
    reader,
    { title, place: 'users', trail: [{ name: words.title, address: '/users' }] },
    card(
      email,
      html`
      <p class="notice warn">${words.link.give(email)}</p>
      ${link.mailed ? html`<p>${words.link.mailed(email)}</p>` : null}
      ${secretOnce(link.address)}
      <p>${words.link.once} ${reader.format.at(link.expires_at)}.</p>
      <p><a class="button primary" href="${back}">${words.link.done}</a></p>`,
    ),
  )
}
