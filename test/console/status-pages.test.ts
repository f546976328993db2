import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../harness/app.ts'
import { openBrowser, openBrowserAs, type Page } from '../harness/browser.ts'
import { openStranger } from '../harness/chromium.ts'
import type { Filled } from '../harness/fill-in.ts'
import { linkOf, textOf } from '../harness/page-text.ts'
import { STATUS_PAGE, startStatusPage } from '../harness/status-page.ts'

const EDITOR = '/sites/1/status-page'
const addressIn = ({ text }: Page) => /class="secret">([^<]+)</.exec(text)![1]!
/** The devices on the page, in their order, with their public labels. */
const labelsIn = ({ text }: Page) =>
  [...text.matchAll(/name="label" value="([^"]*)" aria-label="Public label of ([^"]*)"/g)].map(
    ([, label, device]) => `${device}: ${label}`,
  )

test('an administrator makes a status page, adds devices in groups, and visitors see it', async (t) => {
  const app = await startApp(t)
  for (const name of ['Boiler room', 'Heat pump', 'Well']) {
    const device = await app.createDevice({ name })
    if (name !== 'Well') await device.send({ metrics: { gas_ppm: 3 } })
  }
  const browser = await openBrowserAs(app, 'admin')
  await browser.go(linkOf((await browser.go('/sites/1')).text, 'Status page'))
  const made = await browser.fillIn(`${EDITOR}/creation`, 'Create status page', { Title: 'Town services' })
  const address = addressIn(made)
  assert.match(address, /\/status\/[0-9a-f]{64}$/)
  await browser.go(linkOf(made.text, 'Continue'))
  const save = (filled: Filled) => browser.fillIn(EDITOR, 'Save', filled)
  const add = (device: string, label: string, group: string) =>
    save({ Device: device, 'Public label': label, Group: group })
  const refused = await add('Nothing', 'Water', '')
  assert.equal(refused.status, 400)
  assert.match(textOf(refused.text), /there is none called/)
  const well = await add('Well', 'Water', 'Water')
  assert.match(textOf(well.text), /Status page saved\./)
  assert.deepEqual(labelsIn(well), ['Well: Water'])
  const boiler = await add('Boiler room', 'Boiler', 'Heating')
  assert.ok(labelsIn(boiler).includes('Boiler room: Boiler'))
  assert.deepEqual(labelsIn(await add('Heat pump', 'Heat pump', 'Heating')), [
    'Well: Water',
    'Boiler room: Boiler',
    'Heat pump: Heat pump',
  ])
  const moved = await save({ 'Order of Well': '90', 'Public label of Heat pump': 'Pump' })
  assert.deepEqual(labelsIn(moved), ['Boiler room: Boiler', 'Heat pump: Pump', 'Well: Water'])
  const visitor = openBrowser(app.url)
  const seen = await visitor.go(new URL(address).pathname)
  assert.deepEqual(
    [...seen.text.matchAll(/<h[1-3]>(.*?)<\/h[1-3]>/g)].map(([, heading]) => heading),
    ['Town services', 'Heating', 'Boiler', 'Pump', 'Water', 'Water'],
  )
  assert.match(textOf(seen.text), /1 of 3 without data/)
  assert.equal(visitor.cookies.size, 0)
  const left = await save({ 'Remove of Well': true })
  assert.deepEqual(labelsIn(left), ['Boiler room: Boiler', 'Heat pump: Pump'])
  assert.notEqual(addressIn(await browser.fillIn(`${EDITOR}/secret`, 'Renew address')), address)
  const gone = await visitor.go(new URL(address).pathname)
  assert.equal(gone.status, 404)
  assert.match(textOf(gone.text), /not found/i)
})

test('an administrator reports an incident, adds to it, plans maintenance in their own zone, and visitors read it', async (t) => {
  const { app, url } = await startStatusPage(t)
  const browser = await openBrowserAs(app, 'admin')
  await app.rows(`update users set preferences = preferences || '{"zone":"Asia/Tokyo"}'`)
  await browser.go(linkOf((await browser.go(EDITOR)).text, 'Report an incident'))
  const told = await browser.fillIn(`${EDITOR}/notices`, 'Publish', {
    Title: 'No warm water',
    Text: 'We are looking into it.',
    Boiler: true,
  })
  assert.match(textOf(told.text), /No warm water.*Notice published\..*Investigating/)
  const notice = told.path.split('?')[0]!
  const updated = await browser.fillIn(`${notice}/updates`, 'Add an update', { State: 'Identified', Text: 'The pump.' })
  assert.match(textOf(updated.text), /Update added\..*Identified.*The pump\./)
  const early = await browser.fillIn(`${notice}/updates`, 'Add an update', { Time: '2020-01-01T08:00' })
  assert.deepEqual([early.status, /must be later than/.test(textOf(early.text))], [400, true])

  await browser.go(linkOf((await browser.go(`${EDITOR}/notices`)).text, 'Plan maintenance'))
  const times = { 'Planned start': '2026-03-02T08:00', 'Planned end': '2026-03-02T07:00' }
  const plan = { Title: 'New pump', Text: 'Heating is off.', ...times }
  const backwards = await browser.fillIn(`${EDITOR}/notices`, 'Publish', plan)
  assert.deepEqual([backwards.status, /New pump/.test(backwards.text)], [400, true])
  const planned = await browser.fillIn(`${EDITOR}/notices`, 'Publish', { 'Planned end': '2026-03-02T10:00' })
  assert.match(textOf(planned.text), /New pump.*Notice published\..*Scheduled/)
  const visitor = openBrowser(app.url)
  const seen = async () => textOf((await visitor.go(new URL(url).pathname)).text)
  assert.match(await seen(), /Concerns: Boiler Identified.*The pump\..*We are looking into it\./)
  assert.match(await seen(), /New pump Maintenance · Scheduled 1 Mar 2026, 23:00 UTC – 2 Mar 2026, 01:00 UTC/)

  await browser.go(notice)
  const saved = await browser.fillIn(notice, 'Save', { Title: 'Cold water only' })
  assert.match(textOf(saved.text), /Notice saved\./)
  assert.match(await seen(), /Cold water only/)
  const gone = await browser.fillIn(`${notice}/removal`, 'Delete notice')
  assert.match(textOf(gone.text), /Notice deleted\..*New pump/)
  assert.doesNotMatch(await seen(), /Cold water only/)
})

test('an open status page follows without being loaded again, and says when it cannot', async (t) => {
  const { app, url, boiler, pump } = await startStatusPage(t)
  const { page } = await openStranger(t, app.url, {
    expects: /Failed to load resource|ERR_/,
    zone: 'Asia/Tokyo',
  })
  await page.clock.install()
  await page.goto(new URL(url).pathname)
  await page.getByText('No data', { exact: true }).first().waitFor()
  assert.match(await page.locator('.foot time').innerText(), /GMT\+9$/)
  await boiler.send({ metrics: { gas_ppm: 3 } })
  await pump.send({ metrics: { systolic: 120 } })
  app.setClock({ seconds: 31 })
  await page.evaluate('window.isTheSame = true')
  await page.clock.runFor(60_000)
  await page.getByText('All working').waitFor()
  assert.match(await page.locator('.foot time').innerText(), /GMT\+9$/)
  await page.context().setOffline(true)
  await page.clock.runFor(60_000)
  await page.getByText('can’t be updated at the moment').waitFor()
  await page.context().setOffline(false)
  await page.clock.runFor(60_000)
  await page.locator('.stale[hidden]').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate('window.isTheSame'), true)
})

test('the form for subscribers keeps what somebody types while the page renews itself, and knows their zone', async (t) => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'a@example.org', PUBLIC_URL: 'http://status.example.org' }
  const { app, url, head, boiler, pump } = await startStatusPage(t, { env })
  await head('PUT', STATUS_PAGE, {
    title: 'Services',
    devices: [{ device_id: boiler.id, label: 'Boiler' }],
    subscription: true,
  })
  const { page } = await openStranger(t, app.url, { zone: 'Asia/Tokyo' })
  await page.clock.install()
  await page.goto(new URL(url).pathname)
  await page.getByText('Get updates by email').click()
  await page.getByRole('textbox').fill('ana@example.org')
  for (const device of [boiler, pump]) await device.send({ metrics: {} })
  app.setClock({ seconds: 31 })
  const before = await page.locator('.foot time').getAttribute('datetime')
  await page.clock.runFor(60_000)
  await page.locator(`.foot time:not([datetime="${before}"])`).waitFor()
  await page.getByRole('textbox').press('Enter')
  await page.getByText('Check your inbox').waitFor()
  const rows = await app.rows('select email, language, zone from status_subscriptions')
  assert.deepEqual(rows, [{ email: 'ana@example.org', language: 'en', zone: 'Asia/Tokyo' }])
})
