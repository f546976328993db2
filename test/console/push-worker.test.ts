import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core'
import type { PersonalMessage } from '../../src/core/contact-methods/channels/personal-message.ts'
import { pushPayload } from '../../src/core/contact-methods/channels/push/push-payload.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { onceTrue } from '../harness/chromium.ts'
import { cleanUp } from '../harness/cleanup.ts'
import { needed } from '../harness/programs.ts'
import { declare, startReachableApp } from '../harness/reachable.ts'

/** The packed one of the other tests has no notifications. */
const CHROMIUM = '/usr/bin/chromium'
const inChromium = { skip: !existsSync(CHROMIUM) && needed('chromium') }

interface Shown {
  title: string
  body: string
  tag: string
  silent: boolean | null
  actions: string[]
}

interface PushBrowser {
  page: Page
  /** Delivers a message as the push service would, and waits until the worker has shown it. */
  deliver(text: string): Promise<void>
  /** The notifications on the screen. */
  shown(): Promise<Shown[]>
  /** Presses a button of the notification, or taps it with ''. Returns the address that was opened. */
  press(action: string): Promise<string | null>
}

/** The browser of somebody who has allowed notifications. Private windows have none, so it has a profile. */
async function openPushBrowser(t: TestContext, app: TestApp): Promise<PushBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'tocsin-push-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
    baseURL: app.url,
    locale: 'en-GB',
  })
  cleanUp(t, async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  })
  await context.grantPermissions(['notifications'], { origin: app.url })
  const page = await context.newPage()
  await page.goto('/setup')
  const starting = startedWorker(context)
  await page.evaluate(
    "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 1)",
  )
  const worker = await starting
  await worker.evaluate(WATCH)
  const session = await context.newCDPSession(page)
  const registrationId = await registrationOf(session)
  return {
    page,
    async deliver(data) {
      await worker.evaluate('void (self.shown = Promise.withResolvers())')
      await session.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId, data })
      await worker.evaluate(`Promise.race([self.shown.promise, (${LATE})()])`)
    },
    shown: () => page.evaluate<Shown[]>(`(${LIST})()`),
    press: (action) => worker.evaluate<string | null>(`(${PRESS})(${JSON.stringify(action)})`),
  }
}

const startedWorker = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

function registrationOf(session: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0] !== undefined) resolve(registrations[0].registrationId)
    })
    void session.send('ServiceWorker.enable')
  })
}

/**
 * Says when a notification is on the screen. To look for it again and again is no way to find out: in Chromium, a list
 * that is made while a notification is being shown deletes it (40 of 150).
 */
const WATCH = `(() => {
  const { registration } = self
  const show = registration.showNotification.bind(registration)
  registration.showNotification = async (...shown) => {
    await show(...shown)
    self.shown.resolve()
  }
})()`
const LATE = `() => new Promise((_resolve, reject) => setTimeout(reject, 30_000, new Error('It was never shown')))`

const LIST = `async () => {
  const registration = await navigator.serviceWorker.getRegistration('/')
  const list = await registration.getNotifications()
  return list.map(({ title, body, tag, silent, actions }) =>
    ({ title, body, tag, silent, actions: actions.map(({ action }) => action) }))
}`

/** A test cannot reach the buttons of the operating system, so the event is made in the worker. */
const PRESS = `async (action) => {
  const [notification] = await self.registration.getNotifications()
  const event = new NotificationEvent('notificationclick', { notification, action })
  let work, opened = null
  Object.defineProperty(event, 'waitUntil', { value: (promise) => { work = promise } })
  self.clients.openWindow = async (url) => { opened = url }
  self.dispatchEvent(event)
  await work
  return opened
}`

function messageOf(app: TestApp, changes: Partial<PersonalMessage> = {}): string {
  const url = `${app.url}/a/${'a'.repeat(64)}`
  return pushPayload({
    ...{
      id: '17',
      language: 'en',
      role: 'operator',
      severity: 'critical',
      incident_id: 4,
      quiet: false,
      tag: 'incident-4',
    },
    ...{ title: 'Gas above 80 ppm', subject: '', text: 'Boiler room', block: null, url, at: app.now(), ttl_s: 60 },
    brief: { title: changes.title ?? 'Gas above 80 ppm', text: 'Boiler room' },
    action: {
      url,
      may: ['acknowledge', 'resolve'],
      labels: { acknowledge: 'Acknowledge', resolve: 'Resolve', call: 'Call for help' },
    },
    ...changes,
  })
}

test('a push message is shown, and a later one of the same incident takes its place', inChromium, async (t) => {
  const app = await startApp(t)
  const browser = await openPushBrowser(t, app)
  await browser.deliver(messageOf(app))
  const critical = { title: 'Gas above 80 ppm', body: 'Boiler room', tag: 'incident-4', silent: false }
  assert.deepEqual(await browser.shown(), [{ ...critical, actions: ['acknowledge', 'call'] }])
  await browser.deliver(messageOf(app, { title: 'Acknowledged by Ana', quiet: true, action: null }))
  const later = await browser.shown()
  assert.deepEqual(
    later.map(({ title, silent, actions }) => [title, silent, actions]),
    [['Acknowledged by Ana', true, []]],
  )
  await browser.deliver(messageOf(app, { tag: 'incident-5' }))
  assert.equal((await browser.shown()).length, 2)
  await browser.deliver('of another version')
  const all = await browser.shown()
  assert.equal(all.length, 3)
  assert.ok(all.some(({ title, body }) => title === 'Tocsin' && body.includes('needs your attention')))
})

test('a tap opens the page of the message', inChromium, async (t) => {
  const app = await startApp(t)
  const browser = await openPushBrowser(t, app)
  await browser.deliver(messageOf(app, { action: null }))
  assert.equal(await browser.press(''), `${app.url}/a/${'a'.repeat(64)}`)
  await onceTrue(browser.page, `(${LIST})().then((list) => list.length === 0)`)
})

test('the button for a call opens the page on which people are called', inChromium, async (t) => {
  const app = await startApp(t)
  const browser = await openPushBrowser(t, app)
  await browser.deliver(messageOf(app))
  assert.equal(await browser.press('call'), `${app.url}/a/${'a'.repeat(64)}?call`)
  await onceTrue(browser.page, `(${LIST})().then((list) => list.length === 0)`)
})

test('a button whose link is dead says so, and offers itself again', inChromium, async (t) => {
  const app = await startApp(t)
  const browser = await openPushBrowser(t, app)
  await browser.deliver(messageOf(app))
  await browser.press('acknowledge')
  const [shown] = await browser.shown()
  assert.deepEqual([shown!.title, shown!.actions], ['Not acknowledged', ['acknowledge']])
})

test('a button acknowledges the incident without a session, and the outcome takes its place', inChromium, async (t) => {
  const { app, addReachable } = await startReachableApp(t)
  const ana = await addReachable()
  const id = await declare(ana, { title: 'Visitor has fallen' })
  await app.runJobs()
  const browser = await openPushBrowser(t, app)
  // The public address of this node leads elsewhere.
  const payload = JSON.stringify(ana.browser.received[0]!.payload)
  await browser.deliver(payload.replaceAll('https://tocsin.example.org', app.url))
  const [before] = await browser.shown()
  await browser.press('acknowledge')
  const [after] = await browser.shown()
  assert.deepEqual([after!.title, after!.body, after!.silent], ['Acknowledged', before!.title, true])
  const { body } = await ana.call('GET', `/api/mobile/incidents/${id}`)
  assert.equal(body.data.status, 'acknowledged')
})
