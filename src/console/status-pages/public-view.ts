import type { UptimeDay } from '../../core/devices/presence/uptime.ts'
import type { PublicService, PublicStatus } from '../../core/status-pages/read-status.ts'
import {
  type PageState,
  pageState,
  SERVICE_STATES,
  type ServiceState,
  wholeState,
} from '../../core/status-pages/status-page.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { assetAddress } from '../assets/assets.ts'
import type { Guest } from '../frame/page/reader.ts'
import { type Shape, shape } from '../frame/parts/shape.ts'
import { currentNotices, pastNotices, publicTime } from './public-notices.ts'
import { DAY_LOOKS, dayLook, uptimeStrip } from './uptime-strip.ts'

/** Without scripts, the browser loads the page again. */
const AGAIN_S = 60
/** With more interrupted days on a page, they have no titles: the page would become large. */
const MOST_TITLES = 200

const SHAPES: Record<Exclude<PageState, null>, Shape> = {
  working: 'check',
  maintenance: 'half',
  degraded: 'triangle',
  incident: 'triangle',
  no_data: 'ring',
}

interface Look {
  guest: Guest
  percent: (share: number) => string
  date: (day: Date) => string
  titleOf: ((day: UptimeDay) => string) | null
}

/** The page with the present state. `behind` it stands what its script leaves as it is. */
export function publicView(guest: Guest, status: PublicStatus, behind: Content = null): Html {
  const { statusPages: words } = guest.t
  const services = status.groups.flatMap((group) => group.services)
  const look: Look = { guest, ...texts(guest, services) }
  return publicFrame(
    guest,
    status,
    html`${whole(guest, status, services)}
      <p class="stale" role="alert" hidden>${words.stale} ${publicTime(guest, status.at)}.</p>
      ${currentNotices(guest, status)}
      ${status.groups.map(
        ({ name, services: own }) =>
          html`<section>${name === '' ? null : html`<h2>${name}</h2>`}<ul>${own.map((service) => row(look, service, name === ''))}</ul></section>`,
      )}
      ${status.more > 0 && html`<p class="aside">${words.more(status.more)}</p>`}
      ${services.length === 0 ? null : html`<footer>${legend(guest, services)}<p>${words.rule}</p></footer>`}
      ${pastNotices(guest, status)}`,
    behind,
  )
}

/** A page with a form: without scripts, it stays as it is. */
export const publicForm = (guest: Guest, status: Pick<PublicStatus, 'title' | 'at'>, form: Content): Html =>
  publicFrame(guest, status, null, form, { isRenewed: false })

/** A page that depends on nothing but its style sheet: no session, no cookie, and a script only for fresh states. */
export function publicFrame(
  guest: Guest,
  { title, at }: Pick<PublicStatus, 'title' | 'at'>,
  content: Content,
  behind: Content = null,
  { isRenewed = true } = {},
): Html {
  const { t, preferences } = guest
  const { statusPages: words } = t
  return html`<!doctype html>
<html lang="${preferences.language}" dir="${t.language.direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex, nofollow">
    ${isRenewed && html`<noscript><meta http-equiv="refresh" content="${AGAIN_S}"></noscript>`}
    <title>${title}</title>
    <link rel="stylesheet" href="${assetAddress('status.css')}">
    <link rel="icon" type="image/svg+xml" href="${assetAddress('icon.svg')}">
    <script type="module" src="${assetAddress('status.js')}"></script>
  </head>
  <body data-again="${AGAIN_S}" data-locale="${t.language.locale}">
    <main id="status">
      <h1>${title}</h1>
      ${content}
      <p class="foot"><span>${words.updated} ${publicTime(guest, at)}</span><span>${words.by}</span></p>
    </main>
    ${behind}
  </body>
</html>
`
}

function texts({ t }: Guest, services: readonly PublicService[]): Omit<Look, 'guest'> {
  const locale = t.language.locale
  // Rounded down: 100 % means that nothing was missing.
  const number = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2, roundingMode: 'floor' })
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const percent = (share: number) => number.format(share)
  const interrupted = services.flatMap(({ days }) => days).filter(({ share }) => share !== null && share < 1)
  return {
    percent,
    date: (day) => date.format(day),
    titleOf:
      interrupted.length > MOST_TITLES
        ? null
        : ({ day, share }) => t.statusPages.ofDay(date.format(day), percent(share ?? 0)),
  }
}

/** One sentence for everything, and the numbers behind it. */
function whole({ t }: Guest, { current }: PublicStatus, services: readonly PublicService[]): Html {
  const { statusPages: words } = t
  const { state: worst, counts } = wholeState(services.map((service) => service.state))
  const state = pageState(worst, current)
  if (state === null) return html`<p class="whole empty"><strong>${words.whole.none}</strong></p>`
  const sentence = sentenceOf(words, { state, worst, counts, incidents: countIncidents(current) }, services.length)
  const others = SERVICE_STATES.filter((other) => counts[other] > 0 && (other !== state || state === 'working'))
  const numbers = others.map((other) => words.counts[other](counts[other])).join(' · ')
  return html`<p class="whole ${state === 'incident' ? 'degraded' : state}">${shape(SHAPES[state])}<span><strong>${sentence}</strong>${numbers === '' ? null : html`<span class="counts">${numbers}</span>`}</span></p>`
}

const countIncidents = (notices: PublicStatus['current']): number =>
  notices.filter(({ kind }) => kind === 'incident').length

function sentenceOf(
  words: Guest['t']['statusPages'],
  {
    state,
    worst,
    counts,
    incidents,
  }: {
    state: Exclude<PageState, null>
    worst: PageState
    counts: Record<ServiceState, number>
    incidents: number
  },
  all: number,
): string {
  if (state === 'working') return words.whole.working
  if (state === 'incident') return words.notices.incidents(incidents)
  // People say so, and no device is in maintenance.
  return state === worst ? words.whole[state](counts[state], all) : words.notices.underWay
}

function row(
  { guest: { t }, percent, date, titleOf }: Look,
  { label, state, days, share, since }: PublicService,
  isAlone: boolean,
): Html {
  const { statusPages: words } = t
  const uptime = share === null ? words.noUptime : words.uptime(percent(share), since && date(since))
  const description = share === null ? words.stripOfNone : words.strip(percent(share), days.length)
  return html`
        <li>
          <div class="line">${isAlone ? html`<h2>${label}</h2>` : html`<h3>${label}</h3>`}<span class="state ${state}">${shape(SHAPES[state])}${words.states[state]}</span></div>
          ${uptimeStrip(days, description, titleOf)}
          <div class="scale"><span>${words.past(days.length)}</span><span>${uptime}</span><span>${words.today}</span></div>
        </li>`
}

/** Only the looks that the page has. */
function legend({ t: { statusPages: words } }: Guest, services: readonly PublicService[]): Content {
  const shown = new Set(services.flatMap(({ days }) => days.map(dayLook)))
  return html`<ul class="legend">${DAY_LOOKS.filter((look) => shown.has(look)).map(
    (look) =>
      html`<li><svg viewBox="0 0 4 12" aria-hidden="true"><path class="${look}" d="M0 6h4"/></svg>${words.legend[look]}</li>`,
  )}</ul>`
}
