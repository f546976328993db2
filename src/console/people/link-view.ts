import type { Link } from '../../core/people/credentials/one-time-codes.ts'
import type { UserRecord } from '../../core/people/user-store.ts'
import { type Html, html } from '../../platform/html.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { card } from '../frame/parts/page-parts.ts'
import { secretOnce } from '../frame/parts/secret-once.ts'

/** After an invitation that was mailed: only its person reads that email, so whoever opens the link is that person. */
export function invitedView(reader: Reader, { email }: UserRecord, back: string): Html {
  const { people: words } = reader.t
  return shell(
    reader,
    {
      title: words.link.invitationTitle,
      place: 'users',
      trail: [{ name: reader.t.shared.places.users, address: '/users' }],
    },
    card(
      email,
      html`
      <p class="notice good" role="status">${words.link.invited(email)}</p>
      <p><a class="button primary" href="${back}">${words.link.back}</a></p>`,
    ),
  )
}

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
    { title, place: 'users', trail: [{ name: reader.t.shared.places.users, address: '/users' }] },
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
