import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pushButton } from '../../src/console/account/push-button.ts'
import type { Reader } from '../../src/console/frame/page/reader.ts'
import { WORDS } from '../../src/words/words.ts'
import { startApp } from '../harness/app.ts'
import { onceTrue, openWindow, type Window } from '../harness/chromium.ts'
import { browserKeys } from '../harness/push-browser.ts'

const FORM = '/account/notifications/devices'
const SUBSCRIPTION = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: browserKeys().keys }

/** Stands for what a browser without a push service cannot do: its answers, and how often it was asked. */
const STUB = `(permission, subscription) => {
  let asked = sessionStorage.getItem('asked') ?? permission
  Object.defineProperty(Notification, 'permission', { get: () => asked })
  Notification.requestPermission = async () => {
    if (asked === 'default') asked = 'granted'
    sessionStorage.setItem('asked', asked)
    return asked
  }
  PushManager.prototype.getSubscription = async () => null
  PushManager.prototype.subscribe = async () => {
    if (subscription === null) throw new DOMException('push service not available', 'AbortError')
    return { toJSON: () => subscription, options: {} }
  }
}`

interface Sent {
  path: string
  body: string
}

interface DeviceWindow extends Window {
  /** Requests about subscriptions; a test answers them. */
  sent: Sent[]
  /** The server's answer about a subscription. */
  known: boolean
}

async function open(t: TestContext, permission: string, subscription: object | null): Promise<DeviceWindow> {
  const app = await startApp(t)
  const window = { ...(await openWindow(t, app)), sent: [] as Sent[], known: true }
  const { page } = window
  await page.addInitScript(`(${STUB})(${JSON.stringify(permission)}, ${JSON.stringify(subscription)})`)
  for (const path of [FORM, '/push/subscription', '/push/subscription/removal']) {
    await page.route(`${app.url}${path}`, async (route) => {
      window.sent.push({ path, body: route.request().postData() ?? '' })
      await route.fulfill({ contentType: 'application/json', body: JSON.stringify({ known: window.known }) })
    })
  }
  return window
}

/** The button on a page that does not have it. */
async function addButton(page: Page): Promise<void> {
  const button = String(pushButton({ t: WORDS.en } as Reader, FORM))
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(button)})
    document.dispatchEvent(new Event('htmx:after:swap'))`)
}

const remember = (page: Page, email: string) =>
  page.evaluate(`localStorage.setItem('push-device', ${JSON.stringify(JSON.stringify({ email, subscription: SUBSCRIPTION }))})
    sessionStorage.clear()`)
const remembered = (page: Page) => page.evaluate<string | null>("localStorage.getItem('push-device')")

test('a button enables push messages on a device, and its form has the subscription', async (t) => {
  const { page, go, sent, email } = await open(t, 'default', SUBSCRIPTION)
  await go('/account')
  await addButton(page)
  // The page loads again, with the new device in its list.
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Enable on this device' }).click()])
  const [{ path, body }] = sent as [Sent]
  assert.equal(path, FORM)
  assert.deepEqual(JSON.parse(new URLSearchParams(body).get('subscription')!), SUBSCRIPTION)
  assert.deepEqual(JSON.parse((await remembered(page))!), { email, subscription: SUBSCRIPTION })
})

test('what stands in the way is said beside the button', async (t) => {
  const { page, go, sent } = await open(t, 'denied', null)
  await go('/account')
  await addButton(page)
  await page.getByText('This browser blocks notifications of Tocsin').waitFor()
  await page.evaluate("sessionStorage.setItem('asked', 'default')")
  await go('/account')
  await addButton(page)
  await page.getByRole('button', { name: 'Enable on this device' }).click()
  await page.getByText('rejected the subscription').waitFor()
  assert.deepEqual(sent, [])
})

test('a page confirms the subscription of its device, once a day in a tab', async (t) => {
  const { page, go, sent, email } = await open(t, 'granted', SUBSCRIPTION)
  await go('/alerts')
  await remember(page, email)
  // The next page would break off a request that is not answered yet.
  await Promise.all([page.waitForResponse('**/push/subscription'), go('/devices')])
  for (const path of ['/alerts', '/incidents']) await go(path)
  assert.deepEqual(
    sent.map(({ path, body }) => [path, JSON.parse(body)]),
    [['/push/subscription', { previous: SUBSCRIPTION, subscription: SUBSCRIPTION }]],
  )
})

test("a device that the server does not know is forgotten, and somebody else's is left alone", async (t) => {
  const window = await open(t, 'granted', SUBSCRIPTION)
  const { page, go, sent, email } = window
  await go('/alerts')
  await remember(page, 'bo@example.org')
  await go('/devices')
  assert.deepEqual(sent, [])
  await remember(page, email)
  window.known = false
  await go('/alerts')
  await onceTrue(page, "localStorage.getItem('push-device') === null")
})

test('logging out removes the device', async (t) => {
  const { page, go, sent, email } = await open(t, 'granted', SUBSCRIPTION)
  await go('/alerts')
  await remember(page, email)
  await page.evaluate("sessionStorage.setItem('push-checked', new Date().toDateString())")
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  assert.deepEqual(
    sent.map(({ path, body }) => [path, JSON.parse(body)]),
    [['/push/subscription/removal', { subscription: SUBSCRIPTION }]],
  )
  assert.equal(await remembered(page), null)
})
