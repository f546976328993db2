import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { needsChromium, onceTrue, openWindow } from '../harness/chromium.ts'
import { textOf } from '../harness/page-text.ts'

const HOUR_S = 3_600

/** A car that has driven for a day, with an alarm an hour after its start. */
async function drivenDay(t: TestContext) {
  const app = await startApp(t, { runsJobs: true })
  const car = await app.createDevice({ name: 'Courier', module: 'vehicle' })
  const now = Math.floor(app.now().getTime() / 1_000)
  const readings = Array.from({ length: 70 }, (_, place) => {
    const minute = 23 * 60 - place * 20
    return {
      module: 'vehicle',
      ts: now - minute * 60,
      metrics: { speed_kmh: 40 + (minute % 60) },
      lat: 46 + minute / 5_000,
      lng: 14.5,
      ...(minute === 22 * 60 ? { flags: { panic: true } } : {}),
    }
  })
  const headers = { 'content-type': 'application/json', 'x-device-token': car.token }
  const sent = await fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers,
    body: JSON.stringify(readings),
  })
  assert.equal(sent.status, 200)
  return { app, car, now }
}

/** The same, and a window. */
async function dayOf(t: TestContext, options: Parameters<typeof openWindow>[2] = {}) {
  const day = await drivenDay(t)
  return { ...day, ...(await openWindow(t, day.app, options)) }
}

const plotOf = async (page: Page) => {
  const over = page.locator('#plot-speed_kmh .u-over')
  await over.waitFor()
  await over.scrollIntoViewIfNeeded()
  return (await over.boundingBox())!
}

/** Selects this share of the first chart. */
async function select(page: Page, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await plotOf(page)
  await page.mouse.move(x + width * from, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * ((from + to) / 2), y + height / 2)
  await page.mouse.move(x + width * to, y + height / 2)
  await page.mouse.up()
}

const rangeOf = (page: Page) =>
  page.evaluate<[number, number]>(
    `(() => { const [{ from, to }] = JSON.parse(document.querySelector('#plot-speed_kmh').dataset.chart); return [from, to] })()`,
  )
/** The texts of this kind in a chart that the server has drawn. */
function drawnTexts(text: string, plot: string, kind: RegExp): string[] {
  const drawn = text.slice(text.indexOf(`<div class="plot" id="${plot}"`))
  const texts = [...drawn.slice(0, drawn.indexOf('</div>')).matchAll(/<text class="([^"]*)"[^>]*>(.*?)<\/text>/gs)]
  return texts.filter(([, classes]) => kind.test(classes!)).map(([, , words]) => textOf(words!))
}

const trackLength = (page: Page) =>
  page.evaluate<number>(`JSON.parse(document.querySelector('#map').dataset.locationMap).track.length`)

test('a range selected in a chart is fetched, is in the address, and cuts the track and the events', async (t) => {
  const { page, go, car, now } = await dayOf(t)
  await go(`/devices/${car.id}?range=24h`)
  await plotOf(page)
  const whole = await trackLength(page)
  assert.match((await page.locator('#recent-events').textContent())!, /panic/)
  await select(page, 0.5, 0.75)
  await page.waitForURL((url) => url.searchParams.has('from') && url.searchParams.has('to'))
  await page.locator('#reset-range').waitFor()
  await plotOf(page)
  const [from, to] = await rangeOf(page)
  assert.ok(Math.abs(from - (now - 12 * HOUR_S)) < HOUR_S && Math.abs(to - (now - 6 * HOUR_S)) < HOUR_S)
  assert.ok((await trackLength(page)) < whole / 2)
  assert.doesNotMatch((await page.locator('#recent-events').textContent())!, /panic/)
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('from'))
  await onceTrue(page, `document.querySelector('#reset-range') === null`)
  assert.equal(await trackLength(page), whole)
  await page.goForward()
  await page.locator('#reset-range').waitFor()
  assert.deepEqual(await rangeOf(page), [from, to])
})

test('a double click in a chart returns from a selected range', needsChromium('double click'), async (t) => {
  const { page, go, car } = await dayOf(t)
  await go(`/devices/${car.id}?range=24h`)
  await select(page, 0.5, 0.75)
  await page.locator('#reset-range').waitFor()
  const { x, y, width, height } = await plotOf(page)
  await page.mouse.dblclick(x + width / 2, y + height / 2)
  await page.waitForURL((url) => !url.searchParams.has('from') && url.searchParams.get('range') === '24h')
})

test('zooming with the keyboard keeps the focus and the table, and goes beyond the range', async (t) => {
  const { page, go, car, now } = await dayOf(t)
  await go(`/devices/${car.id}/history?range=6h&metrics=speed_kmh`)
  await plotOf(page)
  await page.locator('#table-speed_kmh summary').click()
  await page.locator('#plot-speed_kmh').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('+')
  await page.locator('#reset-range').waitFor()
  await plotOf(page)
  assert.equal(await page.locator('#plot-speed_kmh:focus').count(), 1)
  assert.equal(await page.locator('#table-speed_kmh').getAttribute('open'), '')
  const [from] = await rangeOf(page)
  assert.ok(from > now - 4 * HOUR_S)
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('-')
  await onceTrue(
    page,
    `JSON.parse(document.querySelector('#plot-speed_kmh').dataset.chart)[0].from < ${now - 10 * HOUR_S}`,
  )
  await plotOf(page)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.searchParams.get('range') === '6h' && !url.searchParams.has('from'))
})

test('without scripts, a chart has axes, and links to other ranges and back', async (t) => {
  const { car, app } = await drivenDay(t)
  const at = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000).toISOString()
  const browser = await openBrowserAs(app, 'admin')
  const { text } = await browser.go(
    `/devices/${car.id}/history?range=24h&from=${at(300)}&to=${at(60)}&metrics=speed_kmh`,
  )
  const texts = drawnTexts(text, 'plot-speed_kmh', /^tick/)
  assert.ok(texts.filter((text) => /^\d+$/.test(text)).length >= 4, texts.join())
  assert.ok(texts.filter((text) => /^\d\d:\d\d/.test(text)).length >= 3, texts.join())
  const links = [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
  const [back, ...others] = links.filter(([, , words]) => textOf(words!) === 'Reset range')
  assert.deepEqual(others, [])
  const reset = await browser.go(back![1]!.replaceAll('&amp;', '&'))
  assert.equal(reset.status, 200)
  assert.match(reset.path, /range=24h/)
  assert.doesNotMatch(reset.path, /from=/)
})

test('a zoom while the service is unreachable says so, and can be tried again', async (t) => {
  const { page, go, car } = await dayOf(t, { expects: /ERR_FAILED|ERR_ABORTED|net::|Failed to load/ })
  await go(`/devices/${car.id}/history?range=24h&metrics=speed_kmh`)
  await plotOf(page)
  await page.route('**/history?*', (route) => route.abort())
  await select(page, 0.2, 0.4)
  const again = page.locator('.toast.bad').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/history?*')
  await again.click()
  await page.locator('#reset-range').waitFor()
})

test('far limits are named at the edge of a chart that is scaled to its values', async (t) => {
  const app: TestApp = await startApp(t)
  const room = await app.createDevice({ name: 'Room', module: 'home_infra' })
  const now = Math.floor(app.now().getTime() / 1_000)
  for (let minute = 60; minute >= 0; minute -= 5)
    await room.send({ ts: now - minute * 60, metrics: { temperature: 20 + (minute % 3) / 10 } })
  const browser = await openBrowserAs(app, 'admin')
  const { text } = await browser.go(`/devices/${room.id}/history?range=1h&metrics=temperature`)
  const ticks = drawnTexts(text, 'plot-temperature', /^tick(?! time)/).map(Number)
  assert.ok(Math.min(...ticks) >= 19 && Math.max(...ticks) <= 21, ticks.join())
  assert.ok(ticks.length >= 4 && ticks.length <= 5, ticks.join())
  const edges = drawnTexts(text, 'plot-temperature', /^limit/)
  assert.ok(
    edges.some((edge) => /↑ \d+\s*°C/.test(edge)),
    edges.join(),
  )
})

const PAGES_WITH_A_RANGE = [
  '/devices/1?',
  '/devices/1/history?',
  '/devices/1/track?',
  '/devices/1/trips?',
  '/devices/1/events?',
  '/compare?series=1:heart_rate&',
]

test('times that are no range are said at their field, with what was typed, on every page with a range', async (t) => {
  const app = await startApp(t)
  await (await app.createDevice({ module: 'health' })).send({ lat: 46, lng: 14, metrics: { heart_rate: 70 } })
  const browser = await openBrowserAs(app, 'viewer')
  const reversed = 'from=2026-03-02T10:00&to=2026-03-01T09:30'
  for (const path of PAGES_WITH_A_RANGE) {
    const { status, text } = await browser.go(path + reversed)
    assert.equal(status, 200, path)
    assert.match(text, /<details class="range-form"[^>]* open>/, path)
    assert.match(text, /id="range-from"[^>]* value="2026-03-02T10:00"/, path)
    assert.match(
      text,
      /id="range-to"[^>]* value="2026-03-01T09:30" aria-describedby="range-to-error" aria-invalid="true">\s*<p class="error" id="range-to-error">The end must be later than the beginning\./,
      path,
    )
    const unknown = (await browser.go(`${path}from=soon&to=2026-03-01T09:30`)).text
    assert.match(unknown, /id="range-from-error">“soon” is not a time\./, path)
  }
  // Files and data are still refused.
  assert.equal((await browser.go(`/devices/1/trips.csv?${reversed}`)).status, 400)
})

test('a reversed range is put right in its form, which is open', async (t) => {
  const app = await startApp(t)
  await (await app.createDevice({ module: 'health' })).send({ metrics: { heart_rate: 70 } })
  const { page, go } = await openWindow(t, app, { role: 'viewer', width: 390, height: 844 })
  await go('/devices/1/history?from=2026-03-02T10:00&to=2026-03-01T09:30')
  await page.getByText('The end must be later than the beginning.').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await page.locator('#range-to').fill('2026-03-02T11:00')
  await page.locator('.range-form button').click()
  await page.locator('.range-form time').first().waitFor()
  assert.equal(await page.locator('.range-form[open]').count(), 0)
})
