import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { atDesk } from '../harness/desk.ts'

const PHONE = { width: 390, height: 844 }

/** Creates an unacknowledged incident and returns the address of its page. */
async function incidentPage(app: TestApp): Promise<string> {
  const device = await app.createDevice({ module: 'health' })
  await device.send({ metrics: { systolic: 190 } })
  const [incident] = await app.rows<{ id: number }>('select incident_id as id from incidents order by 1 desc limit 1')
  return `/incidents/${incident!.id}`
}

const acknowledgeOf = (page: Page) => page.locator('#incident-actions').getByRole('button', { name: /^Acknowledge: / })

const toast = (page: Page) => page.locator('.toast[role=alert]')

test('an action that cannot be sent shows a message, also on a phone, and can be retried', async (t) => {
  const app = await startApp(t)
  const path = await incidentPage(app)
  const { page, go } = await openWindow(t, app, { ...PHONE, expects: /ERR_INTERNET_DISCONNECTED|htmx:error/ })
  await go(path)
  await page.context().setOffline(true)
  await acknowledgeOf(page).click()
  await toast(page).waitFor()
  assert.match((await toast(page).textContent())!, /Not saved: Tocsin can’t be reached\. Try again\./)
  assert.ok(await toast(page).getByRole('button', { name: 'Try again' }).isVisible())
  const [box, places] = [await toast(page).boundingBox(), await page.locator('#places').boundingBox()]
  assert.ok(box!.x >= 0 && box!.x + box!.width <= PHONE.width && box!.y + box!.height <= places!.y, 'it is in sight')
  await page.context().setOffline(false)
  await toast(page).getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Acknowledged.').waitFor()
  assert.equal(await toast(page).count(), 0)
  assert.deepEqual(await app.rows('select status from incidents'), [{ status: 'acknowledged' }])
})

test('an error or a refusal is shown with its reason, and the page stays unchanged', async (t) => {
  const app = await startApp(t)
  const path = await incidentPage(app)
  const { page, go, email } = await openWindow(t, app, { role: 'operator', expects: /50[02]|403/ })
  await go(path)
  const acknowledge = acknowledgeOf(page)
  await page.route('**/acknowledgement', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await acknowledge.click()
  await page.getByText('Not saved: Tocsin can’t be reached').waitFor()
  await page.unroute('**/acknowledgement')
  await app.rows('alter table incident_timeline rename to elsewhere')
  await acknowledge.click()
  await page.getByText('Not saved: Something went wrong here').waitFor()
  await app.rows('alter table elsewhere rename to incident_timeline')
  await app.rows("update users set role = 'viewer' where email = $1", [email])
  await acknowledge.click()
  await page.getByText('Not saved: This needs the role operator').waitFor()
  await toast(page).getByRole('button', { name: 'Reload the page' }).click()
  await acknowledge.waitFor({ state: 'detached' })
})

test('an action after the end of the session leads to the login and back, not into the page', async (t) => {
  const app = await startApp(t)
  const path = await incidentPage(app)
  const { page, go, logIn, endSession } = await atDesk(t, app, { expects: /401|establish a connection/ })
  await go(path)
  await endSession()
  await acknowledgeOf(page).click()
  await page.getByText('Your session ended. Log in to continue.').waitFor()
  assert.equal(await page.locator('#places, .pill, .who').count(), 0)
  await logIn()
  assert.equal(new URL(page.url()).pathname, path)
})

test('a form sent after the end of the session is filled in again after the login, for the same person', async (t) => {
  const app = await startApp(t)
  const { page, go, logIn, endSession } = await atDesk(t, app, { expects: /401/ })
  const sendLate = async () => {
    await go('/devices/new')
    await page.getByLabel('Name').fill('Cold store 4')
    await page.locator('input[name=module][value=factory]').check()
    await endSession()
    await page.locator('main form button.primary').click()
    await page.getByText('What you typed is kept in this tab').waitFor()
  }
  await sendLate()
  await logIn()
  await page.getByText('Your draft is back. It is not saved yet.').waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Cold store 4')
  await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
  assert.ok(await page.locator('input[name=module][value=factory]').isChecked())
  assert.deepEqual(await app.rows('select name from devices'), [])
  await sendLate()
  const other = await addUser(app, 'admin')
  await logIn(other.email)
  await page.locator('input[name=module]').first().waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), '')
})

test('text that was typed but not submitted is kept as well, secrets never', async (t) => {
  const app = await startApp(t)
  const { page, go, logIn, endSession } = await atDesk(t, app, { expects: /401|establish a connection/ })
  await go('/webhooks/new')
  await page.locator('#name').fill('Chat of the night shift')
  await page.locator('#url').fill('https://hooks.example.org/T00/secret-of-the-chat')
  await page.locator('#headers').fill('authorization: Bearer secret-of-the-header')
  await endSession()
  // Reloads the page's content, as after an event.
  await page.evaluate("for (const turn of [1, 2]) document.dispatchEvent(new Event('tocsin:pause'))")
  await page.getByText('What you typed is kept in this tab').waitFor()
  const stored = await page.evaluate<string>('JSON.stringify(sessionStorage)')
  assert.match(stored, /night shift/)
  assert.doesNotMatch(stored, /secret-of|_csrf/)
  await logIn()
  await page.getByText('Your draft is back').waitFor()
  assert.equal(await page.locator('#name').inputValue(), 'Chat of the night shift')
  assert.equal(await page.locator('#url').inputValue(), '')
})

test('a form that was saved is no draft any more, and is not filled in again after a login', async (t) => {
  const app = await startApp(t)
  const { id } = await addUser(app, 'viewer')
  const { page, go, logIn, endSession } = await atDesk(t, app)
  const endAndLogIn = async () => {
    await endSession()
    await page.reload()
    await page.getByText('Your session ended. Log in to continue.').waitFor()
    assert.equal(await page.getByText('What you typed is kept in this tab').count(), 0)
    await logIn()
  }
  await go(`/users/${id}`)
  await page.locator('#name').fill('Jo Park')
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByRole('heading', { name: 'Jo Park' }).waitFor()
  await endAndLogIn()
  await page.getByRole('heading', { name: 'Jo Park' }).waitFor()
  assert.equal(await page.getByText('Your draft is back').count(), 0)
  await go('/devices/new')
  await page.getByLabel('Name').fill('Cold store 4')
  await page.locator('input[name=module][value=factory]').check()
  await page.locator('main form button.primary').click()
  // The page with the token of the device stands in the response.
  await page.locator('[data-shown-once]').waitFor()
  await endAndLogIn()
})

const BREAK_OFF = "Response.prototype.text = () => Promise.reject(new TypeError('network error'))"

test('a response that breaks off leaves no form unusable, and nothing is said that may be wrong', async (t) => {
  const app = await startApp(t)
  const path = await incidentPage(app)
  const { page, go } = await openWindow(t, app)
  await go(path)
  await page.evaluate(BREAK_OFF)
  await acknowledgeOf(page).click()
  await toast(page).filter({ hasText: 'Saved, but the page can’t be loaded.' }).waitFor()
  assert.equal(await page.locator('form[aria-busy]').count(), 0)
  await go('/devices/1/settings')
  await page.evaluate(BREAK_OFF)
  await page.locator('form[action="/devices/1/settings/token"] button').click()
  await toast(page).filter({ hasText: 'No full response from Tocsin.' }).waitFor()
})

test('the draft of a rule is restored with the fields of its kind of condition', async (t) => {
  const app = await startApp(t)
  const { page, go, logIn, endSession } = await atDesk(t, app, { expects: /401/ })
  await go('/rules/new')
  await page.locator('#p0_kind').selectOption('geofence')
  await page.locator('#p0_radius').fill('800')
  await page.locator('#name').fill('Left the yard')
  await page.getByText('Critical', { exact: true }).first().waitFor()
  await page.locator('#rehearsal:not([aria-busy])').waitFor()
  await endSession()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('What you typed is kept in this tab').waitFor()
  await logIn()
  await page.locator('#p0_radius').waitFor()
  assert.equal(await page.locator('#p0_radius').inputValue(), '800')
  assert.equal(await page.locator('#name').inputValue(), 'Left the yard')
})

test('without scripts, the login says that the session ended and the form was not saved', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'operator')).email)
  await app.rows('delete from sessions')
  assert.match((await browser.go('/devices')).text, /Your session ended\. Log in to continue\./)
  const referer = `${app.url}/devices/new?done=gone`
  const sent = await browser.post('/devices/new', { name: 'Pump' }, { referer, 'sec-fetch-site': 'same-origin' })
  assert.equal(sent.headers.get('location'), '/login?to=%2Fdevices%2Fnew&ended=unsaved')
  assert.match((await browser.go(sent.headers.get('location')!)).text, /Your changes were not saved\./)
  const script = await browser.post('/devices/new', {}, { referer, 'hx-request': 'true' })
  assert.deepEqual(
    [script.status, script.headers.get('hx-redirect')],
    [401, '/login?to=%2Fdevices%2Fnew&ended=unsaved'],
  )
})

test('the response to a rejected form has the URL of the form, so that it stays live', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app, { expects: /409|400/ })
  await go('/settings')
  await page.getByLabel('Source').selectOption('pmtiles')
  await page.locator('form[action="/settings/map"]').getByRole('button', { name: 'Save' }).click()
  await page.locator('#pmtiles-error').waitFor()
  assert.equal(new URL(page.url()).pathname, '/settings')
})

test('a banner says since when the page is out of date, until the connection is back', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const path = await incidentPage(app)
  const { page, go } = await openWindow(t, app, { expects: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ })
  await go(path)
  await page.locator('.pill[data-state=live]').waitFor()
  await page.context().setOffline(true)
  const banner = page.locator('#banners .lost[role=alert]')
  await banner.filter({ hasText: /can’t be reached\. This page has not been updated since \d\d:\d\d:\d\d/ }).waitFor()
  assert.ok(await banner.isVisible())
  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })
})

test('what worked is said over the page, goes when it is closed, and is not said again', async (t) => {
  const app = await startApp(t)
  const path = await incidentPage(app)
  const { page, go } = await openWindow(t, app)
  await go('/silences/new')
  await page.locator('#reason').fill('Works')
  await page.locator('button[value=save]').click()
  const done = page.locator('.toast.good[role=status]', { hasText: 'Silence created.' })
  await done.waitFor()
  assert.equal(new URL(page.url()).search, '')
  await page.reload()
  await page.locator('h1').waitFor()
  assert.equal(await page.getByText('Silence created.').count(), 0)
  await go(path)
  const top = async () => (await page.locator('h1').boundingBox())!.y
  const before = await top()
  await acknowledgeOf(page).click()
  await page.locator('.toast.good', { hasText: 'Acknowledged.' }).waitFor()
  assert.equal(await top(), before, 'nothing moved')
  await page.locator('.toast').getByRole('button', { name: 'Close' }).click()
  assert.equal(await page.locator('.toast').count(), 0)
})

test('an unknown address keeps the navigation for people with a session', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  assert.doesNotMatch((await browser.go('/nowhere')).text, /id="places"/)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const found = await browser.go('/nowhere/at-all')
  assert.equal(found.status, 404)
  assert.match(found.text, /id="places"/)
  assert.doesNotMatch(found.text, /href="\/users"/)
  assert.match(found.text, /Not found/)
})
