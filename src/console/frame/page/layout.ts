import type { FastifyReply } from 'fastify'
import type { MemberRole } from '../../../core/reach/role.ts'
import { type Content, type Html, html, writeHtml } from '../../../platform/html.ts'
import { timeSlices } from '../../../platform/long-work/time-slices.ts'
import { assetAddress } from '../../assets/assets.ts'
import { form } from '../forms/forms.ts'
import { icon } from '../parts/page-parts.ts'
import { banners } from './banners.ts'
import { type NavigationKey, NOTIFICATIONS, navigation, navigationEntries } from './navigation.ts'
import { pageHeaders } from './page-headers.ts'
import type { Guest, Reader } from './reader.ts'
import { siteSwitch } from './site-switch.ts'

/** The visitor's map source may be external, so it is allowed. */
export async function sendPage(reply: FastifyReply, page: Html): Promise<FastifyReply> {
  const text = await writeHtml(page, timeSlices())
  return reply.headers(pageHeaders(reply.request.reader?.map ?? null)).send(text)
}

/** An additional script of `browser/`, with its style sheet. */
export type Script = 'chart' | 'display' | 'map' | 'rule-builder' | 'passkey' | 'upload'
const STYLED: readonly Script[] = ['chart', 'display', 'map']
/** Scripts that lay the page out: nothing is painted before, so that nothing moves. */
const LAID_OUT_BY: readonly Script[] = ['display']
/** Slots with a style sheet of their own. */
const STYLES: Partial<Record<NavigationKey, readonly string[]>> = {
  onCall: ['on-call'],
  audit: ['audit'],
  family: ['family'],
}

/** `scripts`: those beside the one of every page; null: not even that. `styles`: sheets beside those of scripts. */
const document = (
  { t, preferences }: Guest,
  title: string,
  scripts: readonly Script[] | null,
  body: Html,
  { styles = [], head = null }: { styles?: readonly string[]; head?: Content } = {},
): Html =>
  html`<!doctype html>
<html lang="${preferences.language}" dir="${t.language.direction}" data-theme="${preferences.theme}" data-density="${preferences.density}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="htmx-config" content='{"includeIndicatorCSS":false,"history":"reload","noSwap":[204,304]}'>
    <title>${title} · Tocsin</title>
    <link rel="stylesheet" href="${assetAddress('console.css')}">
    ${[...styles, ...(scripts ?? []).filter((name) => STYLED.includes(name))].map((name) => html`<link rel="stylesheet" href="${assetAddress(`${name}.css`)}">`)}
    <link rel="icon" type="image/svg+xml" href="${assetAddress('icon.svg')}">
    <link rel="apple-touch-icon" href="${assetAddress('icon-apple.png')}">
    <link rel="manifest" href="/manifest.webmanifest">
    <meta name="mobile-web-app-capable" content="yes">
    <meta name="apple-mobile-web-app-title" content="Tocsin">
    ${head}
    ${(scripts === null ? [] : (['console', ...scripts] as const)).map((name) => html`<script type="module" src="${assetAddress(`${name}.js`)}"${LAID_OUT_BY.some((one) => one === name) ? html` blocking="render"` : null}></script>`)}
  </head>
  ${body}
</html>
`

const brand = html`<span class="brand"><img src="${assetAddress('icon.svg')}" alt="" width="24" height="24">Tocsin</span>`

/** A page without a login: a single card. */
export const loginLayout = (guest: Guest, title: string, content: Content, scripts: readonly Script[] = []): Html =>
  document(
    guest,
    title,
    scripts,
    html`<body class="login" data-words="${JSON.stringify(wordsOfGuests(guest))}">
    <header>${brand}</header>
    <main id="main" class="card">
      <h1>${title}</h1>
      ${content}
    </main>
  </body>`,
  )

/** A page behind a link, for a phone at night: without a login, a navigation, or scripts. The content has the `h1`. */
export const linkLayout = (guest: Guest, title: string, content: Content): Html =>
  document(guest, title, null, html`<body class="link"><main id="main">${content}</main></body>`)

/** Texts for the scripts of these pages. */
const wordsOfGuests = ({ t }: Guest) => ({ copy: t.shared.copy, copied: t.shared.copied, close: t.shared.close })

export interface Shell {
  title: string
  /** The navigation entry of this page; null for none. */
  place: NavigationKey | null
  /** Breadcrumbs, nearest last. */
  trail?: readonly { name: string; address: string }[]
  /** A block with the `h1`, instead of title, badges and actions; notices follow it. */
  head?: Content
  /** Badges beside the title. */
  badges?: Content
  /** Actions for the whole page, at most one of them `primary`. */
  actions?: Content
  scripts?: readonly Script[]
  /** For pages that fill the window. */
  fills?: boolean
  /** Without scripts, the browser loads the page again after so long. */
  againS?: number
}

/** A page with navigation. Live updates get only the content. */
export function shell(reader: Reader, page: Shell, content: Content): Html {
  const main = html`<main id="main" tabindex="-1">
      ${page.head === undefined ? html`${banners(reader)}${trail(reader, page)}${headOf(page)}` : html`${trail(reader, page)}${page.head}${banners(reader)}`}
      ${content}
    </main>`
  const places = navigation(reader, page.place)
  if (reader.isPart) return html`<title>${page.title} · Tocsin</title>${places}${main}`
  return document(
    reader,
    page.title,
    page.scripts ?? [],
    html`<body class="${page.fills === true ? 'shell fills' : 'shell'}"${bodyData(reader)}>
    <a class="skip" href="#main">${reader.t.shared.skip}</a>
    <header class="side">
      <a class="home" href="/">${brand}</a>
      ${siteSwitch(reader)}
      ${places}
      <div class="who">
        <p><a class="name" href="/account" title="${reader.user.email}">${reader.user.name}</a> <span class="meta">${reader.t.shared.roles[shownRole(reader)]}</span></p>
        ${reader.may('viewer') ? html`<a class="button quiet" href="${NOTIFICATIONS}" title="${reader.t.shared.places.notifications}"${page.place === 'notifications' ? html` aria-current="page"` : null}>${icon('bell-ring')}<span class="unseen">${reader.t.shared.places.notifications}</span></a>` : null}
        ${form({ action: '/logout', csrf: reader.csrf }, html`<button class="quiet" title="${reader.t.shared.logOut}">${icon('log-out')}<span class="unseen">${reader.t.shared.logOut}</span></button>`)}
      </div>
    </header>
    ${main}
  </body>`,
    {
      styles: page.place === null ? [] : (STYLES[page.place] ?? []),
      head: page.againS && html`<noscript><meta http-equiv="refresh" content="${page.againS}"></noscript>`,
    },
  )
}

/** The role everywhere, as the page names it. */
export const shownRole = ({ user, may, isFamily }: Reader): MemberRole | 'none' =>
  user.role ?? (isFamily && !may('viewer') ? 'family' : 'none')

const headOf = ({ title, badges, actions }: Shell): Html => html`
      <header class="page">
        <h1>${title}</h1>
        ${badges}
        <div class="actions">${actions}</div>
      </header>`

interface Bare extends Pick<Shell, 'title' | 'scripts'> {
  /** Whatever the person prefers. */
  theme: 'dark' | 'light'
  /** The page that follows after some seconds; a script of the page sees to it, or without scripts the browser. */
  next: { address: string; after_s: number } | null
}

/** A page without navigation, for people with a session. */
export const bare = (reader: Reader, { title, scripts = [], theme, next }: Bare, content: Content): Html =>
  document(
    { ...reader, preferences: { ...reader.preferences, theme } },
    title,
    scripts,
    html`<body class="display"${bodyData(reader)}${next && html` data-next="${next.address}" data-next-after="${next.after_s}"`}><main id="main">${content}</main></body>`,
    {
      head:
        next && html`<noscript><meta http-equiv="refresh" content="${next.after_s}; url=${next.address}"></noscript>`,
    },
  )

/** Data for the scripts of the page. */
const bodyData = (reader: Reader): Html => {
  const { zone, shortcuts, sound } = reader.preferences
  return html` data-places="${JSON.stringify(navigationEntries(reader))}" data-words="${words(reader)}" data-csrf="${reader.csrf}" data-zone="${zone ?? ''}" data-shortcuts="${String(shortcuts)}" data-sound="${String(sound)}" data-email="${reader.user.email}"${reader.shownAt === null ? null : html` data-shown-at="${reader.shownAt}"`}`
}

const trail = ({ t }: Reader, { trail = [] }: Shell): Content =>
  trail.length === 0
    ? null
    : html`<nav class="trail" aria-label="${t.shared.trail}"><ol>${trail.map(({ name, address }) => html`<li><a href="${address}">${name}</a></li>`)}</ol></nav>`

/** Texts for the scripts of every page, in the reader's language. */
function words({ t }: Reader): string {
  const { waiting, newCritical, ...live } = t.shared.live
  const { palette, toasts, copied, copy, close, keys } = t.shared
  return JSON.stringify({
    ...live,
    ...toasts,
    waiting: waiting(2).replace('2', '#'),
    newCritical: newCritical('#'),
    ...palette,
    copied,
    copy,
    close,
    ...t.search.script,
    keys: JSON.stringify(keys),
  })
}

/**
 * Reloads itself once, so that the request comes from this site and has its cookies; or goes on elsewhere: browsers do
 * not follow a redirect of a form to another site.
 */
export const refreshPage = (to: string | null = null): Html => html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta http-equiv="refresh" content="0${to === null ? null : html`; url=${to}`}"><title>Tocsin</title></head>
</html>
`
