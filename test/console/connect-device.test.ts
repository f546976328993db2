import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { cleanUp } from '../harness/cleanup.ts'

const run = promisify(execFile)

/** Runs a command in a shell, with the app's address in place of the public one. */
async function inShell(t: TestContext, app: TestApp, line: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'tocsin-curl-'))
  cleanUp(t, () => rmSync(home, { recursive: true }))
  writeFileSync(join(home, '.curlrc'), `connect-to = "localhost:8080:127.0.0.1:${new URL(app.url).port}"\nsilent\n`)
  const { stdout } = await run('sh', ['-c', line], {
    env: { PATH: process.env.PATH ?? '', CURL_HOME: home, HOME: home },
  })
  return stdout
}

async function addThermometer(page: Page): Promise<void> {
  await page.goto('/devices/new')
  await page.getByLabel('Name').fill('Cellar thermometer')
  await page.getByLabel('Home').check()
  await page.getByRole('combobox', { name: 'Tags' }).fill('cellar, wine')
  await page.getByRole('button', { name: 'Add device' }).click()
  await page.getByRole('heading', { name: 'Connect Cellar thermometer' }).waitFor()
}

const tokenOn = async (page: Page): Promise<string> => (await page.locator('.token code').textContent()) ?? ''

const SCALE = 4

/** Decodes a QR code like a camera. */
async function qrOn(page: Page): Promise<string | undefined> {
  const picture = page.locator('svg.qr')
  const size = Number((await picture.getAttribute('viewBox'))!.split(' ')[2]) * SCALE
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  const path = (await picture.locator('path').getAttribute('d'))!
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      for (let column = Number(x) * SCALE; column < (Number(x) + 1) * SCALE; column += 1) {
        pixels.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3)
      }
    }
  }
  return jsQR.default(pixels, size, size)?.data
}

test('the printed curl line, run as it stands, turns the page green without a reload', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { page } = await openWindow(t, app, { role: 'operator' })
  await addThermometer(page)
  const token = await tokenOn(page)
  assert.match(token, /^[0-9a-f]{64}$/)
  assert.equal(await qrOn(page), token)
  assert.match(page.url(), /\/devices\/\d+\/connect$/, 'loading it again adds nothing again')
  await page.locator('.pill[data-state=live]').waitFor()
  await page.evaluate("document.body.dataset.mark = 'not loaded again'")

  const line = await page.getByRole('tabpanel', { name: 'curl', exact: true }).locator('code').textContent()
  assert.equal(JSON.parse(await inShell(t, app, line!)).status, 'ok')
  await page.locator('.steps .good', { hasText: /First reading .*19\.5/ }).waitFor()
  assert.match((await page.locator('.steps').textContent()) ?? '', /The device clock is correct/)
  assert.equal(await page.locator('body').getAttribute('data-mark'), 'not loaded again')
  assert.equal(await tokenOn(page), token, 'it stays until the page is left')

  await page.getByRole('link', { name: 'I have stored it' }).click()
  await page.getByText('It was shown once').waitFor()
  assert.ok(!(await page.content()).includes(token))
  await page.goBack()
  assert.ok(!(await page.content()).includes(token), 'nor does the way back show it')
  const stored = await app.rows<{ row: string }>(
    'select d::text as row from devices as d union all select a::text from audit_entries as a',
  )
  assert.ok(stored.every(({ row }) => !row.includes(token)))
})

test('a request with an invalid token is shown with its reason on the waiting page', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const { id, token } = await app.createDevice({ name: 'Cellar thermometer', module: 'home_infra' })
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go(`/devices/${id}/connect`)
  await page.locator('.pill[data-state=live]').waitFor()
  const shown = (await page.getByRole('tabpanel', { name: 'curl', exact: true }).locator('code').textContent())!
  const line = shown.replace('YOUR_TOKEN', token)
  assert.notEqual(line, shown)
  const refusals = page.locator('#refusals')

  const cut = token.slice(0, -1)
  assert.equal(JSON.parse(await inShell(t, app, line.replace(token, cut))).code, 401)
  await refusals.getByText(`it ends in …${cut.slice(-4)}, it has 63 characters instead of 64`).waitFor()
  await refusals.getByText('It may have been this device').waitFor()

  await inShell(t, app, line.replace(token, token.toUpperCase()))
  await refusals.getByText('Requests from this device').waitFor()
  await refusals.getByText('64 lower-case letters and digits').waitFor()

  assert.equal(JSON.parse(await inShell(t, app, line.replace('19.5', '"warm"'))).code, 400)
  await refusals.getByText('/metrics/temperature').waitFor()
  assert.equal(await page.locator('.steps .good').count(), 1, 'it still waits')
})

test('the module shown is that of the last received reading, also after a correction of the clock', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  const device = await app.createDevice({ module: 'home_infra' })
  const progress = async () => (await browser.go(`/devices/${device.id}/connect`)).text
  await device.send({ module: 'health', ts: Number(app.now()) + 30_000, metrics: { temperature: 36.6 } })
  assert.match(await progress(), /It sends readings of the module Health/)
  await app.leap({ seconds: 5 })
  await device.send({ module: 'home_infra', ts: Number(app.now()), metrics: { temperature: 19.5 } })
  assert.doesNotMatch(await progress(), /It sends readings of the module/)
})

test('a device is added without scripts, and errors are shown at their field', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowserAs(app, 'operator')
  await browser.go('/devices/new')
  const fields = {
    name: 'Gas sensor',
    module: 'factory',
    tags: 'plant, , hall 2',
    expected_interval_s: '30',
    notes: '',
  }
  for (const [wrong, field] of [
    [{ name: ' ' }, 'name'],
    [{ module: 'boat' }, 'module'],
    [{ expected_interval_s: '0' }, 'expected_interval_s'],
    [{ tags: 'x'.repeat(51) }, 'tags'],
  ] as const) {
    const page = await browser.send('/devices/new', { ...fields, ...wrong })
    assert.equal(page.status, 400)
    assert.match(page.text, new RegExp(`id="${field}-error"`), field)
  }
  const page = await browser.send('/devices/new', fields)
  assert.equal(page.status, 201)
  const [, token] = /<code>([0-9a-f]{64})<\/code>/.exec(page.text)!
  const [device] = await app.rows<{ id: number; tags: string[]; expected_interval_s: number }>(
    "select id, tags, expected_interval_s from devices where name = 'Gas sensor'",
  )
  assert.deepEqual([device!.tags, device!.expected_interval_s], [['plant', 'hall 2'], 30])
  const later = await browser.go(`/devices/${device!.id}/connect`)
  assert.ok(!later.text.includes(token!))
  assert.match(later.text, /YOUR_TOKEN/)
  assert.equal((await browser.go('/devices/999/connect')).status, 404)
})
