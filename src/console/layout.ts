import type { FastifyReply } from 'fastify'
import { type Content, type Html, html } from '../platform/html.ts'
import type { User } from '../users/user.ts'
import { assetAddress } from './assets.ts'
import { form } from './forms.ts'

/** Nothing from elsewhere, and nothing inline. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every page. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
}

export const sendPage = (reply: FastifyReply, page: Html): FastifyReply =>
  reply.headers(PAGE_HEADERS).send(String(page))

const document = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Tocsin</title>
    <link rel="stylesheet" href="${assetAddress('console.css')}">
    <link rel="icon" type="image/svg+xml" href="${assetAddress('icon.svg')}">
  </head>
  ${body}
</html>
`

const brand = html`<span class="brand"><img src="${assetAddress('icon.svg')}" alt="" width="24" height="24">Tocsin</span>`

/** A page for those who are not in: one card and nothing else. */
export const entrance = (title: string, content: Content): Html =>
  document(
    title,
    html`<body class="entrance">
    <header>${brand}</header>
    <main id="main" class="card">
      <h1>${title}</h1>
      ${content}
    </main>
  </body>`,
  )

export interface Shell {
  title: string
  user: User
  csrf: string
  /** The address of the place in the navigation that this page belongs to. */
  place: string
}

const PLACES = [
  { address: '/', name: 'Overview' },
  { address: '/account', name: 'Account' },
]

/** A page for those who are in, with the ways to all others. */
export const shell = ({ title, user, csrf, place }: Shell, content: Content): Html =>
  document(
    title,
    html`<body class="shell">
    <a class="skip" href="#main">Skip to content</a>
    <header class="side">
      <a class="home" href="/">${brand}</a>
      <nav aria-label="Main">
        ${PLACES.map(
          ({ address, name }) =>
            html`<a href="${address}"${address === place ? html` aria-current="page"` : null}>${name}</a>`,
        )}
      </nav>
      <div class="who">
        <p><span class="email">${user.email}</span> <span class="meta">${user.role}</span></p>
        ${form({ action: '/logout', csrf }, html`<button class="quiet">Log out</button>`)}
      </div>
    </header>
    <main id="main">
      <h1>${title}</h1>
      ${content}
    </main>
  </body>`,
  )

/** Loads itself again, once: the browser then comes from here. */
export const refreshPage = (): Html => html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta http-equiv="refresh" content="0"><title>Tocsin</title></head>
</html>
`
