import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import type { TestApp } from './app.ts'
import { addUser, type Browser, openBrowser } from './browser.ts'

/** The code that an authenticator app with this key shows. */
export const codeOf = (key: string, now: Date): string =>
  new TOTP({ secret: key, digits: 6, period: 30 }).generate({ timestamp: now.getTime() })

/** A code that the app does not show, for now or for the steps beside it. */
export function wrongCode(key: string, now: Date): string {
  const right = [-30, 0, 30].map((seconds) => codeOf(key, new Date(now.getTime() + seconds * 1_000)))
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code))!
}

/** The key on the page that sets up an authenticator app, and what its form sends along. */
export async function newAppOf(browser: Browser): Promise<{ key: string; draft: string }> {
  const { text } = await browser.go('/account/second-factor/app')
  const key = /<code class="secret">([A-Z2-7 ]+)</.exec(text)![1]!.replaceAll(' ', '')
  return { key, draft: /name="draft" value="([^"]+)"/.exec(text)![1]! }
}

export const recoveryCodesIn = (text: string): string[] =>
  text.match(/\b(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}\b/g) ?? []

/** Sets up an authenticator app in the console. Its next code is that of the next half minute. */
export async function setUpApp(app: TestApp, browser: Browser): Promise<{ key: string; codes: string[] }> {
  const { key, draft } = await newAppOf(browser)
  const page = await browser.send('/account/second-factor/app', { draft, code: codeOf(key, app.now()) })
  assert.equal(page.status, 201, page.text)
  app.setClock({ seconds: 30 })
  return { key, codes: recoveryCodesIn(page.text) }
}

/** A viewer who is logged in, with an authenticator app. */
export async function addUserWithApp(app: TestApp, about: Record<string, string> = {}) {
  const user = await addUser(app, 'viewer')
  const browser = openBrowser(app.url, about)
  await browser.logIn(user.email)
  return { ...user, browser, ...(await setUpApp(app, browser)) }
}

/** An authenticator app for a service that runs by real time. */
export async function setUpAppAt(url: string, email: string): Promise<void> {
  const browser = openBrowser(url)
  await browser.logIn(email)
  const { key, draft } = await newAppOf(browser)
  const page = await browser.send('/account/second-factor/app', { draft, code: codeOf(key, new Date()) })
  assert.equal(page.status, 201, page.text)
}

/** A browser without scripts after the password, in front of the page that asks for the second factor. */
export async function openAfterPassword(app: TestApp, email: string, about: Record<string, string> = {}) {
  const browser = openBrowser(app.url, about)
  const page = await browser.logIn(email)
  assert.equal(page.path, '/login/second-factor')
  return browser
}
