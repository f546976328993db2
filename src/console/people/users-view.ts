import type { SetUpProgress } from '../../core/escalation/set-up-progress.ts'
import type { UserActivity } from '../../core/people/user-activity.ts'
import type { UserRecord } from '../../core/people/user-store.ts'
import { type Html, html } from '../../platform/html.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { pager } from '../frame/lists/list-parts.ts'
import { shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { setUpLink } from '../frame/page/set-up.ts'
import { icon } from '../frame/parts/page-parts.ts'
import { factorsOf, personBadge } from './person-state.ts'

export function usersView(
  reader: Reader,
  users: readonly UserRecord[],
  activity: ReadonlyMap<number, UserActivity>,
  nextCursor: string | null,
  setUp: SetUpProgress | null,
): Html {
  const { t, format } = reader
  const { people: words } = t
  const provider = ({ issuer }: UserRecord) => (issuer === null ? '–' : new URL(issuer).host)
  return shell(
    reader,
    {
      title: t.shared.places.users,
      place: 'users',
      actions: html`<a class="button primary" href="/users/new">${icon('user-plus')}${t.people.add}</a>`,
    },
    html`
    ${setUpLink(reader, setUp)}${users.length === 1 && nextCursor === null ? html`<p>${words.onlyYou}</p>` : null}
    ${dataTable({
      caption: t.shared.places.users,
      rows: users,
      key: ({ id }) => `user-${id}`,
      address: ({ id }) => `/users/${id}`,
      columns: [
        {
          name: t.terms.person,
          kind: 'main',
          show: ({ id, name, email }) =>
            html`<span class="stacked"><span><a href="/users/${id}">${name}</a>${id === reader.user.id ? html` <span class="badge">${t.terms.you}</span>` : null}</span><span class="meta">${email}</span></span>`,
        },
        { name: t.terms.role, show: ({ role }) => t.shared.roles[role ?? 'none'] },
        { name: t.terms.state, show: (user) => personBadge(t, user) },
        ...(users.some(({ issuer }) => issuer !== null) ? [{ name: words.logsInWith, show: provider }] : []),
        { name: t.secondFactor.title, show: (user) => factorsOf(t, user) },
        {
          name: words.lastSeen,
          show: ({ id }) => {
            const at = activity.get(id)?.last_seen_at ?? null
            return at === null ? t.shared.never : format.ago(at)
          },
        },
        { name: t.terms.sessions, kind: 'number', show: ({ id }) => activity.get(id)?.sessions ?? 0 },
        { name: t.terms.tokens, kind: 'number', show: ({ id }) => activity.get(id)?.tokens ?? 0 },
      ],
    })}
    ${pager(reader, nextCursor)}`,
  )
}
