import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { openWindow, type Window } from '../harness/chromium.ts'
import { atDesk } from '../harness/desk.ts'
import { startReceiver } from '../harness/receiver.ts'

// Whatever happens to the connection, people read a sentence that is true about what they have just done.

interface Action {
  path: string
  act: (page: Page) => Promise<void>
  /** The text that is read when it was done. */
  done: RegExp
  /** The same for the second of two people. */
  second?: RegExp
  /** The typed text, which has to be there when it failed. */
  typed?: { field: string; text: string }
}

const press = (action: string) => async (page: Page) => page.locator(`form[action="${action}"] button`).first().click()

const ACTIONS: Record<string, Action> = {
  note: {
    path: '/incidents/1',
    async act(page) {
      if (!(await page.locator('#text').isVisible())) await page.locator('#add-note > summary').click()
      await page.locator('#text').fill('The valve was open.')
      await press('/incidents/1/notes')(page)
    },
    done: /Note added\./,
    typed: { field: '#text', text: 'The valve was open.' },
  },
  assign: {
    path: '/incidents/1',
    async act(page) {
      await page.locator('.more-actions > summary').click()
      await page.locator('#assign > summary').click()
      await page.locator('select[name=user_id]').selectOption({ index: 1 })
      await press('/incidents/1/assignment')(page)
    },
    done: /Assignee changed\./,
  },
  acknowledge: {
    path: '/incidents/1',
    act: press('/incidents/1/acknowledgement'),
    done: /Acknowledged\./,
    second: /Acknowledged by admin/,
  },
  resolve: {
    path: '/incidents/1',
    async act(page) {
      await page.locator('.more-actions > summary').click()
      await page.locator('#resolve > summary').click()
      await page.locator('form[action="/incidents/1/resolution"] button').click()
    },
    done: /Resolved\./,
    second: /Resolved by admin/,
  },
  silence: {
    path: '/silences/new',
    async act(page) {
      await page.locator('#reason').fill('The hall is painted')
      await page.locator('button[value=save]').click()
    },
    done: /Silence created\./,
    typed: { field: '#reason', text: 'The hall is painted' },
  },
  'save a rule': {
    path: '/rules/new',
    async act(page) {
      await page.locator('#name').fill('Cold')
      await page.locator('#warning_value').fill('30')
      await page.locator('#warning_on').check()
      await page.locator('button[value=save]').click()
    },
    done: /It applies from the next reading on/,
    second: /Another rule has this name/,
    typed: { field: '#name', text: 'Cold' },
  },
  'add a device': {
    path: '/devices/new',
    async act(page) {
      await page.locator('#name').fill('Cold store 4')
      await page.locator('input[name=module][value=factory]').check()
      await page.locator('main form button.primary').click()
    },
    done: /Copy it now\./,
    typed: { field: '#name', text: 'Cold store 4' },
  },
  'rotate a token': {
    path: '/devices/1/settings',
    act: press('/devices/1/settings/token'),
    done: /Copy it now\./,
  },
  'test a webhook': { path: '/webhooks/1', act: press('/webhooks/1/test'), done: /It works\./ },
  'save preferences': {
    path: '/account',
    async act(page) {
      await page.locator('#times').selectOption('absolute')
      await page.locator('form[action="/account/preferences"] button.primary').click()
    },
    done: /Preferences saved\./,
    typed: { field: '#times', text: 'absolute' },
  },
}

/** An open incident of device 1, and a webhook. */
async function scene(t: TestContext): Promise<TestApp> {
  const app = await startApp(t)
  const device = await app.createDevice({ module: 'health' })
  await device.send({ metrics: { systolic: 190 } })
  await app.createWebhook({ url: (await startReceiver(t)).url })
  return app
}

/** After this, the page says that it has no answer yet. */
const PATIENCE_MS = 1_500

const read = (page: Page, text: RegExp) => page.locator('body', { hasText: text }).waitFor()

async function eachDone({ page, go }: Window): Promise<void> {
  for (const { path, act, done } of Object.values(ACTIONS)) {
    await go(path)
    await act(page)
    await read(page, done)
  }
}

test('while Tocsin is away, each action says so, keeps what was typed, and succeeds when it is repeated', async (t) => {
  const app = await scene(t)
  const { page, go } = await openWindow(t, app, { expects: /ERR_INTERNET_DISCONNECTED/ })
  for (const [name, { path, act, done, typed }] of Object.entries(ACTIONS)) {
    await go(path)
    await page.context().setOffline(true)
    await act(page)
    const toast = page.locator('.toast[role=alert]')
    await toast.filter({ hasText: 'Not saved: Tocsin can’t be reached.' }).waitFor()
    assert.equal(new URL(page.url()).pathname, path, name)
    if (typed) assert.equal(await page.locator(typed.field).inputValue(), typed.text, name)
    await page.context().setOffline(false)
    await toast.getByRole('button', { name: 'Try again' }).click()
    await read(page, done)
  }
})

test('after the end of the session, each action leads to the login, and the draft is back after it', async (t) => {
  const app = await scene(t)
  const { page, go, logIn, endSession } = await atDesk(t, app, { expects: /401|ERR_FAILED/ })
  // The sentence of a rule is asked for while it is typed, and would lead to the login before the rule is saved.
  await page.route('**/rules/new/draft', (route) => route.abort())
  for (const [name, { path, act, typed }] of Object.entries(ACTIONS)) {
    await go(path)
    await endSession()
    await act(page)
    await page.getByText('Your session ended. Log in to continue.').waitFor()
    await logIn()
    assert.equal(new URL(page.url()).pathname, path, name)
    if (typed === undefined) continue
    await page.getByText('Your draft is back. It is not saved yet.').waitFor()
    assert.equal(await page.locator(typed.field).inputValue(), typed.text, name)
  }
})

/** Requests that change something stay on their way until they are let go. */
async function holdChanges(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => !pathname.startsWith('/assets/'),
    async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    },
  )
  return async () => {
    held.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

test('on a slow network, each action says that it is being sent, and then that it is done', async (t) => {
  const app = await scene(t)
  const { page, go } = await openWindow(t, app)
  await page.clock.install()
  const isSending = page.locator('.toast.wait[role=status]', { hasText: 'Tocsin has not answered yet' })
  const losePatience = async () => {
    await page.clock.fastForward(PATIENCE_MS)
    await isSending.waitFor()
  }
  for (const { path, act, done } of Object.values(ACTIONS)) {
    await go(path)
    const letGo = await holdChanges(page)
    await act(page)
    await losePatience()
    await letGo()
    await read(page, done)
  }
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/account/preferences')) sent += 1
  })
  await go('/account')
  const letGo = await holdChanges(page)
  const save = page.locator('form[action="/account/preferences"] button.primary')
  await save.click()
  await losePatience()
  await save.click()
  await letGo()
  await read(page, /Preferences saved\./)
  assert.equal(sent, 1, 'the second press sends nothing')
})

test('in a second tab that is out of date, each action says what is so', async (t) => {
  const app = await scene(t)
  const [first, second] = [await openWindow(t, app), await openWindow(t, app, { expects: /409/ })]
  await second.page.addInitScript("sessionStorage.setItem('paused', 'yes')")
  for (const { path, act, done, second: other } of Object.values(ACTIONS)) {
    await first.go(path)
    await second.go(path)
    await act(first.page)
    await read(first.page, done)
    await act(second.page)
    await read(second.page, other ?? done)
  }
})

test('without scripts, each action says that it is done, at its place', async (t) => {
  const app = await scene(t)
  const window = await openWindow(t, app, { scripts: false })
  await eachDone(window)
  const notice = await window.page.locator('.notice.good[role=status]').boundingBox()
  assert.ok(notice!.y < 200, 'above the content, not over the page')
})
