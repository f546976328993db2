import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, openBrowser, openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

/** Unfolds the filters of the page, if it has folded ones. */
async function unfold(page: Page): Promise<void> {
  const fold = page.locator('.folded-filters:not([open]) > summary')
  if ((await fold.count()) > 0) await fold.click()
}

/** Types into a combobox and takes an option. */
async function pick(page: Page, label: string, text: string, wanted: string): Promise<void> {
  await unfold(page)
  await page.getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.locator('.combobox [role=option]', { hasText: wanted }).click()
}

const tokens = (page: Page) => page.locator('.inline-filters .tokens li').allTextContents()
/** The folded filters that are set, as they are shown beside the fold. */
const chosen = (page: Page) => page.locator('.chips.chosen li').allTextContents()
const placeOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

/** Two devices, each with an alert and an incident. */
async function twoAlarms(app: TestApp): Promise<void> {
  for (const name of ['Ward 1 bed', 'Ward 2 bed']) {
    const device = await app.createDevice({ name, module: 'health' })
    await device.send({ metrics: { spo2: 80, heart_rate: 220 } })
  }
}

test('alerts are narrowed by a device and a rule that are found by typing', async (t) => {
  const app = await startApp(t)
  await twoAlarms(app)
  const { page, go } = await openWindow(t, app)
  await go('/alerts?severity=critical')
  await pick(page, 'Device', 'ward 2', 'Ward 2 bed')
  await page.waitForURL('**/alerts?severity=critical&device_id=2')
  assert.deepEqual(await tokens(page), ['Ward 2 bed'])
  assert.equal(await page.locator('#alerts', { hasText: 'Ward 1 bed' }).count(), 0)

  await pick(page, 'Rule', 'oxygen', 'Oxygen saturation low')
  await page.waitForURL('**&rule=health.spo2.low*')
  assert.deepEqual((await tokens(page)).sort(), ['Oxygen saturation low', 'Ward 2 bed'])
  assert.equal(await page.locator('#alerts tbody tr').count(), 1)

  assert.deepEqual(await chosen(page), ['Ward 2 bed', 'Oxygen saturation low'])
  await page.getByRole('link', { name: 'Without Ward 2 bed' }).click()
  await page.locator('#alerts', { hasText: 'Ward 1 bed' }).waitFor()
  assert.doesNotMatch(placeOf(page), /device/)
  assert.match(placeOf(page), /severity=critical/)
})

test('what is typed of a device narrows alerts by the part of a name, with the key / and Enter', async (t) => {
  const app = await startApp(t)
  await twoAlarms(app)
  const { page, go } = await openWindow(t, app)
  await go('/alerts')
  await page.keyboard.press('/')
  await page.keyboard.type('1 be')
  await page.locator('.combobox [role=option]', { hasText: 'Names with “1 be”' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/alerts?name=1+be')
  assert.deepEqual(await tokens(page), ['Names with “1 be”'])
  assert.equal(await page.locator('#alerts', { hasText: 'Ward 2 bed' }).count(), 0)
})

test('without scripts, filters take names and show names', async (t) => {
  const app = await startApp(t)
  await twoAlarms(app)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  const sent = await browser.open('/alerts?status=open&device=ward+2+BED&rule=')
  assert.equal(sent.headers.get('location'), '/alerts?status=open&device_id=2')
  const list = (await browser.go('/alerts?device=%232')).text
  assert.match(list, /<input id="device" name="device" type="search" value="Ward 2 bed"/)
  assert.match(list, /<select id="rule" name="rule"/)
  assert.doesNotMatch(list.slice(list.indexOf('id="alerts"')), /Ward 1 bed/)
  assert.match((await browser.go('/alerts?device=bed')).text, /<input id="device"[^>]* value="bed"/)

  // Its name alone does not tell it from another one.
  await app.createDevice({ name: 'Ward 2 bed', module: 'health' })
  assert.match((await browser.go('/incidents?device_id=2')).text, /<input id="device"[^>]* value="#2"/)
  assert.equal((await browser.open('/incidents?device_id=2&device=')).headers.get('location'), '/incidents')
})

test('incidents are narrowed by a device on a phone, and a name of none is said at the field', async (t) => {
  const app = await startApp(t)
  await twoAlarms(app)
  const { page, go } = await openWindow(t, app, { width: 390, height: 844 })
  await go('/incidents')
  await pick(page, 'Device', 'ward 1', 'Ward 1 bed')
  await page.waitForURL('**/incidents?device_id=1')
  assert.deepEqual(await chosen(page), ['Ward 1 bed'])
  await page.getByText('Filter (1)', { exact: true }).click()
  assert.deepEqual(await tokens(page), ['Ward 1 bed'])
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)

  await page.getByRole('button', { name: 'Remove Ward 1 bed' }).click()
  await page.waitForURL('**/incidents')
  await page.getByText('Filter', { exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Device', exact: true })
  await field.fill('Ward 9')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.locator('#device-error', { hasText: 'there is none called "Ward 9"' }).waitFor()
  assert.deepEqual(await tokens(page), ['Ward 9'])
})

test('the audit log is narrowed by a person who is found by name', async (t) => {
  const app = await startApp(t)
  const { id } = await addUser(app, 'operator')
  await app.rows(`update users set name = 'Mia Kovač' where id = ${id} returning id`)
  const { page, go } = await openWindow(t, app)
  await go('/audit?action=user.*')
  await pick(page, 'Person', 'kovac', 'Mia Kovač')
  await page.waitForURL(/audit\?action=user\.\*&actor=operator-/)
  assert.deepEqual(await tokens(page), ['Mia Kovač'])
  await go(`/audit?actor=${id}`)
  assert.deepEqual(await tokens(page), ['Mia Kovač'])
  assert.deepEqual(await chosen(page), ['Mia Kovač'])
  await page.getByRole('link', { name: 'Without Mia Kovač' }).click()
  await page.waitForURL(/audit(\?(?!actor=[^&]).*)?$/)
  await pick(page, 'Person', 'command', 'Command line')
  await page.waitForURL(/actor=command/)
  assert.deepEqual(await tokens(page), ['Command line'])
})

test('with more tags than fit as links, devices are narrowed by a tag that is found by typing', async (t) => {
  const app = await startApp(t)
  const admin = await app.logIn('admin')
  const tags = Array.from({ length: 13 }, (_, n) => `hall-${n}`)
  await admin('POST', '/api/admin/devices', { name: 'Boiler', module: 'factory', tags })
  await admin('POST', '/api/admin/devices', { name: 'Burner', module: 'factory', tags: ['hall-0'] })
  const { page, go } = await openWindow(t, app)
  await go('/devices')
  await pick(page, 'Tag', '12', 'hall-12')
  await page.waitForURL('**/devices?tag=hall-12')
  assert.equal(await page.locator('#device-list tbody tr').count(), 1)
  assert.deepEqual(await tokens(page), ['hall-12'])
})

test('readiness asks about a device that is found by typing', async (t) => {
  const app = await startApp(t)
  await app.createDevice({ name: 'Boiler' })
  const { page, go } = await openWindow(t, app)
  await go('/readiness')
  await pick(page, 'Device', 'boi', 'Boiler')
  await page.locator('.readiness-question .primary').click()
  await page.waitForURL(/device=%231/)
  assert.deepEqual(await page.locator('.readiness-question .tokens li').allInnerTexts(), ['Boiler'])
})

test('what the audit log cannot be narrowed by is said at its field, with what was typed', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'admin')
  const { status, text } = await browser.go('/audit?actor=Mia&from=2026-03-02&to=2026-03-01')
  assert.equal(status, 200)
  assert.match(text, /id="actor-error">This must be an email, a number, command or system\./)
  assert.match(text, /id="range-to-error">/)
  assert.match(text, /id="actor"[^>]* value="Mia"/)
  assert.match(text, /id="range-to"[^>]* value="2026-03-01T00:00"/)
  assert.equal((await browser.go('/audit/export?format=csv&from=2026-03-02&to=2026-03-01')).status, 400)
  const ofDevice = await browser.go('/audit?subject_type=device&subject_id=1')
  assert.match(ofDevice.text, /href="\/audit" aria-current="true" aria-label="Without device 1"/)
})

test('a list is limited to a period: one that ends now, or two times of the reader', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-11-20T12:00:00Z') })
  for (const day of ['2026-11-10', '2026-11-19']) {
    const ward = await app.createDevice({ name: `Ward of ${day}`, module: 'health' })
    await ward.send({ metrics: { spo2: 80 } })
    const at = `${day}T09:00:00Z`
    await app.rows('update alerts set triggered_at = $1 where device_id = $2', [at, ward.id])
    await app.rows('update incidents set created_at = $1 where device_id = $2', [at, ward.id])
  }
  const browser = await openBrowserAs(app, 'viewer')
  const daysOn = async (path: string) => {
    const { text } = await browser.go(path)
    return [
      ...new Set([...text.slice(text.indexOf('<tbody')).matchAll(/Ward of (\S{10})/g)].map(([, day]) => day)),
    ].sort()
  }
  for (const list of ['/alerts', '/incidents']) {
    assert.deepEqual(await daysOn(`${list}?range=24h`), [])
    assert.deepEqual(await daysOn(`${list}?range=7d`), ['2026-11-19'])
    assert.deepEqual(await daysOn(`${list}?range=30d`), ['2026-11-10', '2026-11-19'])
    assert.deepEqual(await daysOn(`${list}?from=2026-11-10T00:00&to=2026-11-11T00:00`), ['2026-11-10'])
    assert.deepEqual(await daysOn(`${list}?to=2026-11-11T00:00`), ['2026-11-10'])
    const { text } = await browser.go(`${list}?from=2026-11-11T00:00&to=2026-11-10T00:00`)
    assert.match(text, /<details class="range-form"[^>]* open>[\s\S]*The end must be later than the beginning\./)
  }
  const csv = await browser.go('/alerts/export.csv?range=7d')
  assert.match(csv.text, /Ward of 2026-11-19/)
  assert.doesNotMatch(csv.text, /Ward of 2026-11-10/)
})
