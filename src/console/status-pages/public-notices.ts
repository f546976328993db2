import { pastDays } from '../../core/status-pages/notice.ts'
import type { PublicNotice, PublicStatus } from '../../core/status-pages/read-status.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { formats } from '../frame/formats/formats.ts'
import { linkedText } from '../frame/formats/linked-text.ts'
import type { Guest } from '../frame/page/reader.ts'
import { type Shape, shape } from '../frame/parts/shape.ts'

const SHAPES: Record<PublicNotice['kind'], Shape> = { incident: 'triangle', maintenance: 'half' }

/** A time that the script of the page puts into the zone of the visitor. */
export const publicTime = ({ preferences }: Guest, time: Date): Html =>
  html`<time datetime="${time.toISOString()}">${formats(preferences, time).toMinute(time)}</time>`

const block = (id: string, title: string, content: Content): Html =>
  html`<section class="notices" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`

/** Incidents and maintenance under way, newest first, then what is planned, soonest first. */
export function currentNotices(guest: Guest, { current }: PublicStatus): Content {
  const { notices: words } = guest.t.statusPages
  const planned = current.filter(({ state }) => state === 'scheduled')
  const others = current.filter((notice) => !planned.includes(notice)).reverse()
  return [
    others.length > 0 &&
      block(
        'current',
        words.current,
        others.map((notice) => noticeView(guest, notice)),
      ),
    planned.length > 0 &&
      block(
        'planned',
        words.planned,
        planned.map((notice) => noticeView(guest, notice)),
      ),
  ]
}

/** The last days, from the first notice on: without any, the page would say of devices what nobody has looked at. */
export function pastNotices(guest: Guest, status: PublicStatus): Content {
  if (!status.hasNotices) return null
  const { notices: words } = guest.t.statusPages
  const date = dates(guest)
  const days = pastDays(status.past, status.current, status.at).map((one) => {
    if ('notices' in one) return dayView(guest, one.day, one.notices)
    const { first, last } = one.quiet
    const span = first.getTime() === last.getTime() ? date.format(first) : date.formatRange(first, last)
    return html`<p class="quiet"><span>${span}</span><span>${words.quiet}</span></p>`
  })
  const older = status.hasOlder ? html`<p class="pages"><a href="?history=1">${words.all}</a></p>` : null
  return block('past', words.past, [days, html`<p class="aside">${words.days}</p>`, older])
}

interface History {
  notices: readonly PublicNotice[]
  /** From 1. */
  number: number
  hasMore: boolean
}

/** A page of all notices that are over. Links keep the address, whose secret is not in the page. */
export function noticeHistory(guest: Guest, { notices, number, hasMore }: History): Content {
  const { notices: words } = guest.t.statusPages
  const byDay = Map.groupBy(notices, ({ over_at }) => (over_at ?? new Date(0)).toISOString().slice(0, 10))
  const days = [...byDay].map(([day, own]) => dayView(guest, new Date(day), own))
  const link = (to: number, text: string) => html`<a href="?history=${to}">${text}</a>`
  return [
    html`<p class="pages"><a href="?">${words.back}</a></p>`,
    block('past', words.history, [
      days.length === 0 ? html`<p class="aside">${words.noneOver}</p>` : days,
      html`<p class="aside">${words.days}</p>`,
      html`<p class="pages">${number > 1 ? link(number - 1, words.newer) : null}${hasMore ? link(number + 1, words.all) : null}</p>`,
    ]),
  ]
}

const dates = ({ t }: Guest) =>
  new Intl.DateTimeFormat(t.language.locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

const dayView = (guest: Guest, day: Date, notices: readonly PublicNotice[]): Html =>
  html`<h3 class="day">${dates(guest).format(day)}</h3>${notices.map((notice) => noticeView(guest, notice, 'h4'))}`

function noticeView(guest: Guest, notice: PublicNotice, level: 'h3' | 'h4' = 'h3'): Html {
  const { notices: words } = guest.t.statusPages
  const { kind, state, title, labels, starts_at, ends_at } = notice
  const heading = level === 'h3' ? html`<h3>${title}</h3>` : html`<h4>${title}</h4>`
  const range = ends_at === null ? null : [publicTime(guest, starts_at), ' – ', publicTime(guest, ends_at)]
  const first = kind === 'incident' ? 'investigating' : 'scheduled'
  const isOver = state === 'resolved' || state === 'completed'
  const said = [{ at: notice.at, state: first, text: notice.text } as const, ...notice.updates].reverse()
  return html`
      <article class="notice ${isOver ? 'over' : kind}">
        <div class="line">${heading}<span class="state">${shape(isOver ? 'check' : SHAPES[kind])}${words.kinds[kind]} · ${words.states[state]}</span></div>
        ${range && html`<p class="aside">${range}</p>`}
        ${labels.length > 0 && html`<p class="aside">${words.concerns}: ${formats(guest.preferences, notice.at).list(labels)}</p>`}
        <ol>${said.map(
          ({ at, state: its, text }) =>
            html`<li><p class="said"><strong>${words.states[its]}</strong>${publicTime(guest, at)}</p>${text === '' ? null : html`<p class="words">${linkedText(text)}</p>`}</li>`,
        )}</ol>
      </article>`
}
