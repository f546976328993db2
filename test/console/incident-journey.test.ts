import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser, openBrowserAs } from '../harness/browser.ts'
import { laidOut, needsChromium, openWindow } from '../harness/chromium.ts'
import { textOf } from '../harness/page-text.ts'

const HIGH = { metrics: { systolic: 190 } }

async function withIncident(t: TestContext): Promise<{ app: TestApp; address: string }> {
  const app = await startApp(t, { runsJobs: true })
  const device = await app.createDevice({ module: 'health', name: 'Bed 12' })
  await device.send({ ts: Date.now(), lat: 46.05, lng: 14.5, ...HIGH })
  const [row] = await app.rows<{ incident_id: string }>('select incident_id from incidents')
  return { app, address: `/incidents/${row!.incident_id}` }
}

const isLive = (page: Page) => page.locator('.pill[data-state=live]').waitFor()

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.locator(`${selector}:focus`).count()) return
  }
  assert.fail(`Tab never came to ${selector}`)
}

test('a link from another site leads to the incident, if necessary after the login', async (t) => {
  const { app, address } = await withIncident(t)
  const link = `data:text/html,<a href="${app.url}${address}">incident</a>`
  const { page } = await openWindow(t, app, { role: 'operator' })
  await page.goto(link)
  await page.click('a')
  await page.locator('#incident-state').waitFor()
  assert.equal(new URL(page.url()).pathname, address)
  await page.goto(link)
  // From here on as a stranger: no page of the console is open any more.
  await page.context().clearCookies()
  await page.click('a')
  await page.locator('input[name=password]').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('to'), address)
})

test('an incident appears in the list, and what one person does is seen by the other', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const device = await app.createDevice({ module: 'health', name: 'Bed 12' })
  const [one, other] = [await openWindow(t, app, { role: 'operator' }), await openWindow(t, app, { role: 'operator' })]
  await one.go('/incidents')
  await other.go('/incidents')
  await isLive(one.page)
  await isLive(other.page)
  await device.send({ ts: Date.now(), ...HIGH })
  const row = '#incidents tbody tr'
  await one.page.locator(row).waitFor()
  await other.page.locator(row).waitFor()
  await one.page.locator(`${row} button`).click()
  await one.page.locator('.toast.good').waitFor()
  await other.page.locator(`${row} .badge.acknowledged`).waitFor()
  assert.equal(await other.page.locator(`${row} button`).count(), 0)
})

test('selected rows stay in place, and new rows wait behind a button', async (t) => {
  const { app } = await withIncident(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/alerts')
  await isLive(page)
  await page.locator('#alerts tbody input').first().check()
  await page.mouse.move(1, 1)
  const next = await app.createDevice({ module: 'health', name: 'Bed 13' })
  await next.send({ ts: Date.now(), ...HIGH })
  const waiting = page.locator('#alerts button.waiting')
  await waiting.waitFor()
  assert.equal(await page.locator('#alerts tbody tr').count(), 1)
  await waiting.click()
  await page.locator('#alerts tbody tr').nth(1).waitFor()
  await page.locator('#alerts tbody input').first().check()
  await page.locator('.choose-all input').check()
  assert.equal(await page.locator('#alerts tbody input:checked').count(), 2)
  await page.locator('button[value=acknowledge]').click()
  await page.locator('.toast.good').waitFor()
  assert.equal(await page.locator('#alerts .badge.acknowledged').count(), 2)
})

test('an incident is acknowledged and resolved by keyboard alone', async (t) => {
  const { app, address } = await withIncident(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go(address)
  await isLive(page)
  await tabTo(page, 'form[action$="/acknowledgement"] button')
  await page.keyboard.press('Enter')
  // Waits for the answer, not for the live event, which may be faster: the answer replaces the page and the focus.
  await page.locator('.toast.good').waitFor()
  await isLive(page)
  assert.equal(await page.locator('#incident-state .badge.acknowledged').count(), 1)
  await tabTo(page, '#resolve > summary')
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] .notice.warn').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#resolve > summary:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] select:focus').waitFor()
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate<boolean>(
      "document.activeElement !== document.body && document.activeElement.closest('dialog[open]') === null",
    )
    assert.equal(isOutside, false, 'the focus has left the dialog')
  }
  await tabTo(page, 'dialog button.primary')
  await page.keyboard.press('Enter')
  await page.locator('#incident-state .badge.good').waitFor()
  assert.deepEqual(await app.rows('select status from incidents'), [{ status: 'resolved' }])
})

test('a dialog that is opened again at once stays open', async (t) => {
  const { app, address } = await withIncident(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go(address)
  await page.locator('.more-actions > summary').click()
  await page.locator('#resolve > summary').click()
  // Before the page hears that it has closed.
  await page.evaluate("document.querySelector('dialog').close(); document.querySelector('#resolve > summary').click()")
  await laidOut(page)
  await page.locator('dialog[open] select:focus').waitFor()
})

test('the review of an incident is printed on one page', needsChromium('printing to a file'), async (t) => {
  const { app, address } = await withIncident(t)
  const { page, go } = await openWindow(t, app, { role: 'viewer' })
  await go(`${address}/review`)
  await page.locator('button[data-print]').waitFor()
  const pdf = await page.pdf({ format: 'A4' })
  assert.equal([...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length, 1)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of ['nav.places', 'header.page', '.pill']) {
    assert.equal(await page.locator(hidden).isVisible(), false, hidden)
  }
  assert.ok(await page.locator('.incident-timeline').isVisible())
})

test('the preview of a silence is updated with the form', async (t) => {
  const { app } = await withIncident(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/silences/new')
  await page.locator('input[name=modules][value=health]').check()
  await page.locator('#preview', { hasText: '1 device is covered' }).waitFor()
  await page.locator('input[name=modules][value=health]').uncheck()
  await page.locator('input[name=modules][value=fleet]').check()
  await page.locator('#preview', { hasText: '0 devices are covered' }).waitFor()
  await page.locator('input[name=when][value=weekly]').check()
  assert.ok(await page.locator('.for-weekly').isVisible())
  assert.equal(await page.locator('.for-now').isVisible(), false)
})

test('a change while the preview of a silence arrives is previewed as well', async (t) => {
  const { app } = await withIncident(t)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/silences/new')
  await page.evaluate(`document.addEventListener(
    'htmx:before:settle',
    () => document.querySelector('input[name=modules][value=health]').click(),
    { once: true },
  )`)
  await page.locator('input[name=modules][value=fleet]').check()
  await page.locator('#preview', { hasText: '1 device is covered' }).waitFor()
})

test('a second acknowledgement in another tab names the first person', async (t) => {
  const { app, address } = await withIncident(t)
  const { email } = await addUser(app, 'operator')
  const [first, second] = [openBrowser(app.url), await openBrowserAs(app, 'operator')]
  await first.logIn(email)
  const button = new RegExp(`id="incident-actions".*?action="${address}/acknowledgement".*?<button([^>]*)>`, 's')
  for (const { go } of [second, first])
    assert.match(button.exec((await go(address)).text)?.[1] ?? '', / data-shortcut="a"/)
  const done = await first.send(`${address}/acknowledgement`)
  const [state] = /id="incident-state".*?class="owner"/s.exec(done.text)!
  assert.match(state, /class="badge [^"]*\backnowledged"/)
  const late = await second.send(`${address}/acknowledgement`)
  const notices = [...late.text.matchAll(/<p class="notice good"[^>]*>(.*?)<\/p>/gs)].map(([, words]) => textOf(words!))
  assert.equal(notices.length, 1)
  assert.match(notices[0]!, new RegExp(`^Acknowledged by ${email.split('@')[0]} `))
})
