import type { SiteRecord } from '../../core/sites/site-store.ts'
import { type NoticeKind, type NoticeState, noticeState } from '../../core/status-pages/notice.ts'
import type { StoredNotice } from '../../core/status-pages/notice-store.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { doneOf } from '../frame/forms/forms.ts'
import { dataTable } from '../frame/lists/data-table.ts'
import { pager } from '../frame/lists/list-parts.ts'
import { type Shell, shell } from '../frame/page/layout.ts'
import type { Reader } from '../frame/page/reader.ts'
import { type StateLook, stateBadge } from '../frame/parts/badges.ts'
import { card } from '../frame/parts/page-parts.ts'

const OPEN_LOOKS: Record<NoticeKind, StateLook> = {
  incident: { mark: 'triangle', look: 'warning' },
  maintenance: { mark: 'half', look: 'info' },
}

export const noticesAddress = (siteId: number): string => `/sites/${siteId}/status-page/notices`

/** The frame of the pages about the notices of a site. */
export function noticeShell(reader: Reader, site: SiteRecord, title: string, actions: Content = null): Shell {
  const { statusPages: words, shared } = reader.t
  const page = `/sites/${site.id}/status-page`
  const trail = [
    { name: shared.places.sites, address: '/sites' },
    { name: site.name, address: `/sites/${site.id}` },
    { name: words.title, address: page },
  ]
  if (title !== words.notices.title) trail.push({ name: words.notices.title, address: noticesAddress(site.id) })
  return { title, place: 'sites', trail, actions }
}

export const noticeBadge = ({ t }: Reader, kind: NoticeKind, state: NoticeState): Html => {
  const isOver = state === 'resolved' || state === 'completed'
  return stateBadge(isOver ? { mark: 'check', look: 'good' } : OPEN_LOOKS[kind], t.statusPages.notices.states[state])
}

/** The latest notices, on the page of the editor. */
export function noticesCard(reader: Reader, siteId: number, notices: readonly StoredNotice[]): Html {
  const { notices: words } = reader.t.statusPages
  const all = html`<p><a href="${noticesAddress(siteId)}">${words.listAll}</a></p>`
  const content =
    notices.length === 0 ? html`<p class="empty">${words.none}</p>` : [table(reader, siteId, notices), all]
  return card(words.title, html`<p>${words.intro}</p>${content}<p>${writeButtons(reader, siteId)}</p>`)
}

interface NoticeList {
  site: SiteRecord
  notices: readonly StoredNotice[]
  nextCursor: string | null
  done: string | undefined
}

export function noticeListView(reader: Reader, { site, notices, nextCursor, done }: NoticeList): Html {
  const { notices: words } = reader.t.statusPages
  return shell(
    reader,
    noticeShell(reader, site, words.title, writeButtons(reader, site.id)),
    html`${doneOf(words.done, done)}<p>${words.intro}</p>
    ${notices.length === 0 ? html`<p class="empty">${words.none}</p>` : table(reader, site.id, notices)}
    ${pager(reader, nextCursor)}`,
  )
}

function writeButtons({ t }: Reader, siteId: number): Html {
  const { notices: words } = t.statusPages
  const to = (kind: NoticeKind) => `${noticesAddress(siteId)}/new?kind=${kind}`
  return html`<a class="button" href="${to('incident')}">${words.report}</a> <a class="button" href="${to('maintenance')}">${words.plan}</a>`
}

function table(reader: Reader, siteId: number, notices: readonly StoredNotice[]): Html {
  const { t, format } = reader
  const { notices: words } = t.statusPages
  return dataTable({
    caption: words.title,
    rows: notices,
    key: ({ id }) => `notice-${id}`,
    address: ({ id }) => `${noticesAddress(siteId)}/${id}`,
    columns: [
      {
        name: words.heading,
        kind: 'main',
        show: ({ id, title }) => html`<a href="${noticesAddress(siteId)}/${id}">${title}</a>`,
      },
      { name: t.terms.state, show: (one) => noticeBadge(reader, one.kind, noticeState(one, reader.now)) },
      { name: t.terms.time, show: ({ starts_at }) => format.soon(starts_at) },
    ],
  })
}
