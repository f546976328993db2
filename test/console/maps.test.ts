import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

const NAME = 'Van <img src=x onerror=alert(1)>'
const ready = (page: Page) => page.locator('#map[data-ready]').waitFor()

/** Waits until the element's text has changed. A function in the page would violate its content security policy. */
async function changed(page: Page, selector: string, text: string | null): Promise<void> {
  const until = Date.now() + 20_000
  while ((await page.locator(selector).first().textContent()) === text) {
    assert.ok(Date.now() < until, `${selector} still says ${text}`)
    await page.waitForTimeout(50)
  }
}

async function withVan(app: TestApp) {
  const van = await app.createDevice({ name: NAME, module: 'vehicle' })
  await van.send({ lat: 46.05, lng: 14.5, metrics: { speed_kmh: 50, heading: 90 } })
  return van
}

for (const scheme of ['light', 'dark'] as const) {
  test(`the map needs nothing from elsewhere, and axe minds nothing, ${scheme}`, async (t) => {
    const app = await startApp(t)
    const { page, go } = await openWindow(t, app, { scheme })
    await go('/map')
    await ready(page)
    await page.locator('#map[data-world-drawn]').waitFor()
    await withVan(app)
    await go('/map?device=1')
    await ready(page)
    await page.locator('.pin').waitFor()
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`),
      [],
    )
  })
}

test('what stands below the map of a phone stays where it is when the map is drawn', async (t) => {
  const app = await startApp(t)
  await withVan(app)
  const { page } = await openWindow(t, app, { width: 390, height: 844 })
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/map.*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`${app.url}/map`, { waitUntil: 'commit' })
  const list = page.locator('#map-side')
  await list.waitFor()
  const before = await list.boundingBox()
  script.resolve()
  await ready(page)
  assert.deepEqual(await list.boundingBox(), before)
})

test('on a phone, the overview and the page of a device fetch their map when somebody scrolls to it', async (t) => {
  const app = await startApp(t)
  await withVan(app)
  const { page, go } = await openWindow(t, app, { width: 390, height: 844 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const ofMaps = () => asked.filter((path) => /map\.|world|ground|positions/.test(path))
  for (const path of ['/', '/devices/1']) {
    // Requests of the page before, at its last moment, are not of this one.
    await go('/account')
    asked.length = 0
    await go(path)
    await page.locator('.pill[data-state=live]').waitFor()
    assert.deepEqual(ofMaps(), [], path)
    await page.locator('#map').scrollIntoViewIfNeeded()
    await page.locator('#map .pin').waitFor()
    assert.notEqual(ofMaps().length, 0)
  }
})

test('a pin moves with its device, is selected by a click, and has its name as text', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const van = await withVan(app)
  const { page, go } = await openWindow(t, app)
  await go('/map')
  await ready(page)
  await page.locator('.pill[data-state=live]').waitFor()
  await page.locator('.pin').hover()
  await page.locator('.leaflet-tooltip', { hasText: NAME }).waitFor()
  await page.locator('.pin').click()
  await page.locator('#map-card', { hasText: NAME }).waitFor()
  assert.match(page.url(), /device=1/)
  await page.getByRole('button', { name: 'Follow' }).click()
  const before = await page.locator('.map-place').textContent()
  await van.send({ lat: 46.2, lng: 14.9, metrics: { speed_kmh: 71, heading: 45 } })
  await page.locator('#map-card', { hasText: /71\s*km\/h/ }).waitFor()
  // The map follows: the device is at its centre.
  await changed(page, '.map-place', before)
  assert.equal(await page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed'), 'true')
})

test('zoomed in, the map has a grid, a scale in both units, and can be moved with keys', async (t) => {
  const app = await startApp(t)
  await withVan(app)
  const { page, go } = await openWindow(t, app)
  await go('/map?device=1')
  await ready(page)
  await page.locator('.map-caption', { hasText: 'Streets for this area' }).waitFor()
  const scale = await page.locator('.leaflet-control-scale').textContent()
  assert.match(scale!, /k?m.*(ft|mi)/)
  const place = () => page.locator('.map-place').textContent()
  const before = await place()
  await page.locator('#map').focus()
  await page.keyboard.press('ArrowRight')
  await changed(page, '.map-place', before)
  const closer = await scaleOf(page)
  await page.keyboard.press('-')
  await changed(page, '.leaflet-control-scale-line', closer)
})

const scaleOf = (page: Page) => page.locator('.leaflet-control-scale-line').first().textContent()

test('thousands of devices are clustered, and a click on a cluster zooms in', async (t) => {
  const app = await startApp(t)
  await app.rows(`
    with device as (
      insert into devices (name, module, token_hash, token_hint, created_at)
      select 'Device ' || n, 'fleet', md5(n::text), '0000', now() from generate_series(1, 4000) as n
      returning id
    )
    insert into device_states (device_id, status, last_seen, lat, lng, location_at)
    select id, 'online', now(), 40 + (id * 7919 % 1000) / 100.0, 5 + (id * 104729 % 1500) / 100.0, now() from device`)
  const { page, go } = await openWindow(t, app)
  await go('/map')
  await ready(page)
  const counts = (await page.locator('.cluster').allTextContents()).map(Number)
  const pins = await page.locator('.pin').count()
  assert.equal(counts.reduce((sum, count) => sum + count, 0) + pins, 4_000)
  assert.ok(counts.length + pins < 250, `${counts.length + pins} marks are shown`)
  const scale = await scaleOf(page)
  await page.locator('.cluster').first().click()
  await changed(page, '.leaflet-control-scale-line', scale)
})

test('the chosen device in a cluster has its name beside it', async (t) => {
  const app = await startApp(t)
  const [van, other] = [await app.createDevice({ name: 'Van 5' }), await app.createDevice({ name: 'Van 6' })]
  await van.send({ ts: Number(app.now()) - 60_000, lat: 45.1, lng: 14.1, metrics: {} })
  for (const device of [van, other]) await device.send({ ts: Number(app.now()), lat: 46.9, lng: 15.9, metrics: {} })
  const { page, go } = await openWindow(t, app)
  await go(`/map?device=${van.id}`)
  await ready(page)
  assert.equal(await page.locator('.cluster .pin-name').textContent(), 'Van 5')
  const [ring, name] = await Promise.all(
    ['.cluster', '.cluster .pin-name'].map((one) => page.locator(one).boundingBox()),
  )
  assert.ok(name!.x >= ring!.x + ring!.width - 1 || name!.x + name!.width <= ring!.x + 1, 'it covers no number')
  await page.locator('.cluster').hover()
  await page.locator('.leaflet-tooltip', { hasText: 'Van 5 · 2 devices' }).waitFor()
})

test('streets are loaded only from the configured server', async (t) => {
  const app = await startApp(t, {
    env: { MAP_TILES_URL: 'http://tiles.invalid/{z}/{x}/{y}.png', MAP_ATTRIBUTION: '<b>Us</b>' },
  })
  await withVan(app)
  const { page, go } = await openWindow(t, app, { expects: /tiles\.invalid|ERR_/ })
  const asked = page.waitForRequest((request) => request.url().startsWith('http://tiles.invalid/'))
  await go('/map')
  await asked
  await page.locator('.leaflet-control-attribution', { hasText: '<b>Us</b>' }).waitFor()
  const answer = await page.request.get('/map')
  assert.match(answer.headers()['content-security-policy']!, /img-src 'self' data: http:\/\/tiles\.invalid;/)
})

test('an incident with a location has a map with the track of its device', async (t) => {
  const app = await startApp(t)
  const worker = await app.createDevice({ name: NAME, module: 'worker' })
  const now = Math.floor(app.now().getTime() / 1_000)
  await worker.send({ ts: now - 120, lat: 46.05, lng: 14.5 })
  await worker.send({ ts: now, lat: 46.06, lng: 14.51, flags: { fall_detected: true } })
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/incidents/1')
  await page.locator('.pin.critical').waitFor()
  assert.equal(await page.locator('.leaflet-overlay-pane path').count(), 5)
})

test('the list beside the map begins with what is critical, is searched by name, and offers the modules that are there', async (t) => {
  const app = await startApp(t)
  const at = { lat: 46.05, lng: 14.5 }
  const devices = [
    ['Van 1', 'vehicle', { fuel_level: 60 }],
    ['Bed 2', 'health', { spo2: 80 }],
    ['Bed 1', 'health', { spo2: 97 }],
  ] as const
  for (const [name, module, metrics] of devices) {
    const device = await app.createDevice({ name, module })
    await device.send({ ...at, metrics })
  }
  await app.createDevice({ name: 'Boiler', module: 'factory' })
  const browser = await openBrowserAs(app, 'viewer')
  const shown = async (path: string) => {
    const { text } = await browser.go(path)
    const list = text.slice(text.indexOf('id="map-list"'))
    return {
      names: [...list.matchAll(/<\/svg> ([^<]*)<\/a>/g)].map(([, name]) => name),
      modules: [...text.matchAll(/href="\/map\?[^"]*module=(\w+)[^"]*"/g)].map(([, module]) => module),
      positions: /data-fleet-map="([^"]*)"/.exec(text)![1]!,
    }
  }
  const all = await shown('/map')
  assert.deepEqual(all.names, ['Bed 2', 'Bed 1', 'Van 1'])
  assert.deepEqual(all.modules, ['health', 'vehicle'])
  const found = await shown('/map?name=bed')
  assert.deepEqual(found.names, ['Bed 2', 'Bed 1'])
  const { rows } = JSON.parse((await browser.go(found.positions)).text) as { rows: unknown[][] }
  assert.deepEqual(rows.map((row) => row.at(-1)).sort(), ['Bed 1', 'Bed 2'])
})

test('on a window of half a desk, the list stands below the map', async (t) => {
  const app = await startApp(t)
  await (await app.createDevice({ name: 'Van 1', module: 'vehicle' })).send({ lat: 46.05, lng: 14.5 })
  const { page, go } = await openWindow(t, app, { width: 900, height: 600 })
  await go('/map')
  const [map, search] = [page.locator('#map'), page.getByRole('searchbox', { name: 'Search by name' })]
  const { y, height } = (await map.boundingBox())!
  assert.ok((await search.boundingBox())!.y >= y + height)
})
