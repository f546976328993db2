import { randomBytes } from 'node:crypto'
import type { Role } from '../../src/core/reach/role.ts'
import type { TestApp } from './app.ts'
import { type Filled, fillIn } from './fill-in.ts'
import { addPerson, PASSWORD } from './people.ts'

export interface Page {
  status: number
  /** Address after redirects. */
  path: string
  headers: Headers
  text: string
  /** The CSRF token of the form with this action, or of the first one. */
  csrf(action?: string): string
}

export interface Browser {
  cookies: Map<string, string>
  /** Opens a page, following redirects. */
  go(path: string, headers?: Record<string, string>): Promise<Page>
  /** Opens a page without following redirects. */
  open(path: string): Promise<Page>
  /** Submits a form of the current page with its CSRF token, following redirects. */
  send(action: string, fields?: Record<string, string>): Promise<Page>
  /** Fills in a form of the current page by the labels of its fields, presses its button, and follows redirects. */
  fillIn(action: string, button: string, filled?: Filled): Promise<Page>
  /** Posts exactly these fields, without following redirects. */
  post(path: string, fields: Record<string, string> | string, headers?: Record<string, string>): Promise<Page>
  logIn(email: string): Promise<Page>
}

/** To compress a page and to unpack it again takes as long as to make it. */
export const PLAIN = { 'accept-encoding': 'identity' }

/** Behaves like a browser without scripts: keeps cookies, follows redirects, submits forms. */
export function openBrowser(url: string, about: Record<string, string> = {}): Browser {
  const cookies = new Map<string, string>()
  let present: Page | null = null

  async function request(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...PLAIN, accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...about, ...init.headers }
    const response = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const text = await response.text()
    return { status: response.status, path, headers: response.headers, text, csrf: (action) => csrfIn(text, action) }
  }

  async function follow(page: Page): Promise<Page> {
    const to = page.headers.get('location')
    if (page.status !== 303 || to === null) {
      present = page
      return page
    }
    return follow(await request(to, { method: 'GET' }))
  }

  const post: Browser['post'] = (path, fields, headers = {}) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    })

  const sendOwn = async (action: string, fields: Record<string, string> | string) =>
    follow(await post(action, fields, { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' }))

  const browser: Browser = {
    cookies,
    open: (path) => request(path, { method: 'GET' }),
    go: async (path, headers = {}) => follow(await request(path, { method: 'GET', headers })),
    send: async (action, fields = {}) => sendOwn(action, { _csrf: present!.csrf(action), ...fields }),
    fillIn: async (action, button, filled) => sendOwn(action, fillIn(present!.text, action, button, filled).toString()),
    post,
    async logIn(email) {
      await browser.go('/login')
      return browser.send('/login', { email, password: PASSWORD })
    },
  }
  return browser
}

function csrfIn(text: string, action?: string): string {
  const forms = [...text.matchAll(/<form method="post" action="([^"]*)"[\s\S]*?name="_csrf" value="([0-9a-f]{64})"/g)]
  const found = forms.find((form) => action === undefined || form[1] === action)
  if (found === undefined) throw new Error(`There is no form for ${action ?? 'anything'} on this page:\n${text}`)
  return found[2]!
}

export async function addUser(app: TestApp, role: Role): Promise<{ id: number; email: string }> {
  const email = `${role}-${randomBytes(3).toString('hex')}@example.org`
  const { id } = await addPerson(app.service.db, email, role, app.now())
  return { id, email }
}

/** Logs in through the API and returns the token. */
export async function tokenOf(app: TestApp, email: string, password = PASSWORD): Promise<string> {
  const login = await app.call('POST', '/api/mobile/login', { email, password })
  if (login.status !== 200) throw new Error(`Login: ${JSON.stringify(login.body)}`)
  return login.body.data.token
}

/** Calls an API with a token. */
export async function callWith(app: TestApp, token: string, method: string, path: string, body?: unknown) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { authorization: `Bearer ${token}`, ...type }
  const response = await fetch(`${app.url}${path}`, { method, headers, ...sent })
  // biome-ignore lint/suspicious/noExplicitAny: answers are what the test asserts
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

/** A browser without scripts, logged in with this role. */
export async function openBrowserAs(app: TestApp, role: Role): Promise<Browser> {
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, role)).email)
  return browser
}
