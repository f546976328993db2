import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, firefox, type Page } from 'playwright-core'
import { createSession } from '../../src/core/people/credentials/sessions.ts'
import { insertUser } from '../../src/core/people/user-store.ts'
import type { Role } from '../../src/core/reach/role.ts'
import type { TestApp } from './app.ts'
import { chromiumPath } from './chromium-binary.ts'
import { cleanUp } from './cleanup.ts'

/** A problem of a page that fails the test. */
export type Problem = string

export interface Window {
  page: Page
  email: string
  /** Opens a page of the app. */
  go(path: string): Promise<void>
  /**
   * Errors, violations of the content security policy, and external requests. There must be none at the end of a test.
   */
  problems: Problem[]
}

export interface WindowOptions {
  role?: Role | null
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  scripts?: boolean
  zone?: string
  /** Pattern for expected browser errors, such as refusals that the test provokes. */
  expects?: RegExp
}

/** One for all tests of a process: Chromium, or Firefox with `TEST_BROWSER=firefox`. */
let browser: Promise<Browser> | null = null

const launchChromium = async () =>
  chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  })

/** Debian's with its fonts, driven by WebDriver BiDi, which cannot choose reduced motion for a page. */
const launchFirefox = () =>
  firefox.launch({
    channel: 'moz-firefox',
    executablePath: '/usr/bin/firefox-esr',
    // The fonts of the system, not those that come with Chromium, which Firefox may not read.
    env: { ...process.env, FONTCONFIG_PATH: '/etc/fonts' },
    // Scroll bars take no room, as on phones.
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'ui.useOverlayScrollbars': 1 },
  })

const isFirefox = process.env.TEST_BROWSER === 'firefox'

function launch(): Promise<Browser> {
  browser ??= isFirefox ? launchFirefox() : launchChromium()
  return browser
}

/** For the options of a test that needs what only Chromium can be told to do. */
export const needsChromium = (ability: string): { skip: string | false } => ({
  skip: isFirefox && `WebDriver BiDi has no ${ability} yet`,
})

/** A process does not end while it is open. */
export const closeBrowser = async (): Promise<void> => (await browser)?.close()

/** A window of a new browser profile, logged in with this role. */
export async function openWindow(t: TestContext, app: TestApp, options: WindowOptions = {}): Promise<Window> {
  const { role = 'admin', ...rest } = options
  const window = await openStranger(t, app.url, rest)
  const email = role === null ? '' : await logIn(app, role, window.page.context())
  return { ...window, email }
}

/** A window of a new browser profile without a login. */
export async function openStranger(t: TestContext, url: string, options: WindowOptions = {}): Promise<Window> {
  const { width = 1_280, height = 900, scheme = 'light', scripts = true, zone = 'Europe/Ljubljana' } = options
  const context = await (await launch()).newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    locale: 'en-GB',
    timezoneId: zone,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const problems: Problem[] = []
  watch(page, url, problems)
  await page.addInitScript(SAY_VIOLATIONS)
  cleanUp(t, async () => {
    await context.close()
    const unexpected = problems.filter((problem) => !options.expects?.test(problem))
    if (unexpected.length > 0) throw new Error(`The browser met problems:\n${unexpected.join('\n')}`)
  })
  return { page, email: '', problems, go: async (path) => void (await page.goto(path)) }
}

/** Resolves when charts and maps have followed a change of the window, which they notice in the next frame. */
export const laidOut = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')

const PATIENCE_MS = 30_000
/** Looking in every frame keeps both the browser and the test busy, and so delays what is waited for. */
const LOOK_EVERY_MS = 50

/**
 * Waits until the expression is truthy, and returns its value. Playwright's own `waitForFunction` evaluates text inside
 * the page from the second time on, which the content security policy forbids.
 */
export async function onceTrue<Value>(page: Page, expression: string): Promise<NonNullable<Value>> {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(LOOK_EVERY_MS)) {
    const value = await page.evaluate<Value>(expression)
    if (value) return value
    if (Date.now() > until) throw new Error(`It never became true: ${expression}`)
  }
}

/** Creates a person and a session without the login page: hashing a password takes a quarter of a second. */
async function logIn(app: TestApp, role: Role, context: BrowserContext): Promise<string> {
  const email = `${role}-${randomBytes(3).toString('hex')}@example.org`
  const origin = { address: '127.0.0.1', user_agent: 'Chromium' }
  const value = await app.service.db.transaction(async (tx) => {
    const { id } = await insertUser(tx, { email, password_hash: null, role }, app.now())
    return createSession(tx, id, origin, app.now())
  })
  await context.addCookies([{ name: 'sid', value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  return email
}

/** Firefox says violations of the content security policy to its own console alone, not to that of the page. */
const SAY_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('violation of the policy: ' + violatedDirective + ' ' + blockedURI))`

function watch(page: Page, url: string, problems: Problem[]): void {
  page.on('console', (message) => {
    // Caused by the tests, not the pages, which read pixels repeatedly.
    if (message.text().includes('willReadFrequently')) return
    if (['error', 'warning'].includes(message.type()))
      problems.push(`${message.type()}: ${message.text()} for ${message.location().url} at ${page.url()}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message} at ${page.url()}`))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(url) || /^(data|blob):/.test(request.url())
    if (!isOwn) problems.push(`request to elsewhere: ${request.url()}`)
  })
}
