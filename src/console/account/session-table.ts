import type { SessionRecord } from '../../core/people/credentials/sessions.ts'
import { type Html, html } from '../../platform/html.ts'
import { actionButton } from '../frame/forms/forms.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import type { Reader } from '../frame/page/reader.ts'
import { browserName } from './browser-name.ts'

interface Options {
  /** Id of this browser's session. */
  current?: number
  /** Address of the form that ends a session; absent on read-only pages. */
  end?: (id: number) => string
}

/** The active sessions. */
export function sessionTable(reader: Reader, sessions: readonly SessionRecord[], { current, end }: Options): Html {
  const { t, format, csrf } = reader
  const { sessions: s } = t.account
  const name = ({ user_agent }: SessionRecord) => browserName(user_agent, s.unknownBrowser, s.on)
  const ending = (session: SessionRecord) =>
    end === undefined || session.id === current
      ? null
      : actionButton({ action: end(session.id), csrf, label: s.endOf(name(session)) }, s.end)
  return dataTable({
    caption: t.terms.sessions,
    rows: sessions,
    key: ({ id }) => `session-${id}`,
    columns: [
      {
        name: s.browser,
        kind: 'main',
        show: (session) =>
          html`<span title="${session.user_agent}">${name(session)}</span>${session.id === current ? html` <span class="badge good">${s.current}</span>` : null}`,
      },
      { name: s.address, show: ({ address }) => html`<code class="nowrap">${address}</code>` },
      { name: s.loggedIn, show: ({ created_at }) => format.ago(created_at) },
      { name: t.terms.lastUsed, show: ({ last_used_at }) => format.ago(last_used_at) },
      ...(end === undefined ? [] : [{ name: t.shared.actions, kind: 'actions' as const, show: ending }]),
    ],
  })
}
