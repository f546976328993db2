import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { getAsset } from '../../src/console/assets/assets.ts'
import { findGroundCell, groundAddress } from '../../src/console/assets/ground-assets.ts'
import { CELLS, cellAt, cellsIn } from '../../src/console/assets/ground-grid.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { onceTrue, openWindow } from '../harness/chromium.ts'

/** A page may load this much map data in all. */
const MOST_BYTES = 1_000_000

async function deviceAt(app: TestApp, name: string, lat: number, lng: number): Promise<void> {
  const device = await app.createDevice({ name, module: 'vehicle' })
  await device.send({ lat, lng, metrics: { speed_kmh: 50 } })
}

/** The map when it shows these names, among others. */
const named = (page: Page, ...names: string[]) =>
  onceTrue(
    page,
    `${JSON.stringify(names)}.every((name) => document.querySelector('#map').dataset.names?.split('|').includes(name))`,
  )

const drawn = (page: Page, part: 'far' | 'near' | 'city') => page.locator(`#map[data-world-drawn=${part}]`).waitFor()

/** Colours of the ground under the whole map, the commonest first, as shares. */
const groundColours = (page: Page) =>
  page.evaluate<number[]>(`(() => {
    const counts = new Map()
    for (const canvas of document.querySelectorAll('.leaflet-ground-pane canvas')) {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 64) {
        const colour = data.slice(at, at + 4).join(' ')
        counts.set(colour, (counts.get(colour) ?? 0) + 1)
      }
    }
    const all = [...counts.values()].sort((one, other) => other - one)
    return all.map((count) => count / all.reduce((sum, each) => sum + each, 0))
  })()`)

test('from afar the map names countries and seas, and loads nothing for closer looks', async (t) => {
  const app = await startApp(t)
  const { page, go } = await openWindow(t, app)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await go('/map')
  await drawn(page, 'far')
  await named(page, 'Atlantic Ocean', 'Brazil', 'Australia')
  const [most, second] = await groundColours(page)
  assert.ok(most! + second! > 0.8 && second! > 0.15, `water and land have ${most} and ${second}`)
  assert.equal(loaded.filter((url) => url.includes('/world.')).length, 1)
  assert.equal(loaded.filter((url) => url.includes('/world-near.')).length, 0)
})

test('closer, it names large towns first, then small ones, and the coast is finer', async (t) => {
  const app = await startApp(t)
  await deviceAt(app, 'Van 3', 45.9, 14.2)
  const { page, go } = await openWindow(t, app)
  await go('/map?device=1')
  await drawn(page, 'city')
  await page.locator('#map').focus()
  const scale = () => page.locator('.leaflet-control-scale-line').first().textContent()
  const zoomOut = async (...names: string[]) => {
    const before = await scale()
    await page.keyboard.press('-')
    // A key that is pressed while the map still moves does nothing.
    await onceTrue(
      page,
      `document.querySelector('.leaflet-control-scale-line').textContent !== '${before}' && document.querySelector('.leaflet-zoom-anim') === null`,
    )
    await named(page, ...names)
  }
  for (let step = 0; step < 4; step++) await zoomOut()
  await named(page, 'Ljubljana', 'Postojna', 'Idrija')
  for (let step = 0; step < 4; step++) await zoomOut('Ljubljana')
  await named(page, 'Ljubljana', 'Zagreb', 'Trieste')
  const shown = await page.locator('#map').getAttribute('data-names')
  assert.ok(!shown!.split('|').includes('Idrija'), 'a small town is not named from afar')
})

test('names and points of the compass are in the language of the reader', async (t) => {
  const app = await startApp(t)
  await deviceAt(app, 'Van 3', 47.1, 14.2)
  const { page, go, email } = await openWindow(t, app)
  await app.rows(`update users set preferences = '{"language":"de"}' where email = $1`, [email])
  await go('/map')
  await drawn(page, 'city')
  await page.locator('#map').focus()
  for (let step = 0; step < 7; step++) await page.keyboard.press('-')
  await named(page, 'Wien', 'München', 'Prag')
  assert.match((await page.locator('.map-place').textContent())!, /^[\d.]+° N [\d.]+° O$/)
  await page.keyboard.press('-')
  await named(page, 'Deutschland', 'Frankreich', 'Mittelmeer')
})

test('all data of the map together are below a megabyte, and browsers keep them', async (t) => {
  const sizeOf = (bytes: Buffer) => gzipSync(bytes).length
  const sizes = ['world.bin', 'world-near.bin'].map((name) => sizeOf(getAsset(name).kept.bytes))
  // At city zoom, a map shows four cells at most. None are as large as these, where Germany, France and Italy are.
  const cells = cellsIn(9, 49, 11, 51).map((cell) => sizeOf(findGroundCell(cellName(cell))!.kept.bytes))
  assert.equal(cells.length, 4)
  assert.ok([...sizes, ...cells].reduce((sum, size) => sum + size, 0) < MOST_BYTES, `${sizes} and ${cells}`)
  const app = await startApp(t)
  const answer = await fetch(`${app.url}/assets/${getAsset('world.bin').name}`)
  assert.match(answer.headers.get('cache-control')!, /immutable/)
  assert.match(getAsset('world.bin').name, /^world\.[0-9a-f]{12}\.bin$/)
})

const cellName = (cell: number) => groundAddress().replace('/assets/', '').replace('*', String(cell))

test('a cell of the ground is kept by browsers, one at sea has no bytes, and there are no others', async (t) => {
  const app = await startApp(t)
  const ask = (name: string) => fetch(`${app.url}/assets/${name}`)
  const [land, sea] = [await ask(cellName(cellAt(14.5, 46))), await ask(cellName(cellAt(-30, 30)))]
  assert.deepEqual([land.status, sea.status], [200, 200])
  assert.match(land.headers.get('cache-control')!, /immutable/)
  assert.equal((await sea.arrayBuffer()).byteLength, 0)
  for (const name of [cellName(CELLS), cellName(0).replace(/\.\w{12}\./, '.0123456789ab.')]) {
    assert.equal((await ask(name)).status, 404, name)
  }
})

test('in a city, the map loads the ground around it, and names villages and quarters', async (t) => {
  const app = await startApp(t)
  await deviceAt(app, 'Van 3', 48.137, 11.6)
  const { page, go } = await openWindow(t, app)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await go('/map?device=1')
  await drawn(page, 'city')
  assert.deepEqual(
    loaded.filter((url) => url.endsWith('.bin')).map((url) => /\/assets\/([\w-]+)\./.exec(url)![1]),
    ['world', `ground-${cellAt(11.6, 48.1)}`],
  )
  await page.locator('#map').focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('-')
  await named(page, 'Munich', 'Bogenhausen', 'Unterföhring')
  await page.locator('.leaflet-control-attribution', { hasText: 'built-up areas estimated' }).waitFor()
})

test('where the map shows few places, signs at its edges name those around with their distance', async (t) => {
  const app = await startApp(t)
  await deviceAt(app, 'Van 3', 46.0206, 14.1236)
  const { page, go } = await openWindow(t, app)
  await go('/map?device=1')
  await drawn(page, 'city')
  await onceTrue(page, `/Idrija 7\\.\\d km/.test(document.querySelector('#map').dataset.signs)`)
  const signs = await page.locator('#map').getAttribute('data-signs')
  assert.match(signs!, /Ljubljana 3\d km/)
})

test('land that is not drawn yet has the colour of land, and sea the colour of the sea', async (t) => {
  const app = await startApp(t)
  await deviceAt(app, 'Van 3', 46.05, 14.5)
  await deviceAt(app, 'Boat', 44.5, 13.3)
  await deviceAt(app, 'Van 4', 45, 13.74)
  const { page, go } = await openWindow(t, app)
  const behind = async (device: number) => {
    await go(`/map?device=${device}`)
    await drawn(page, 'city')
    return page.evaluate<string>(`getComputedStyle(document.querySelector('#map')).backgroundColor`)
  }
  assert.equal(await behind(1), 'rgb(248, 246, 240)')
  assert.equal(await behind(2), 'rgb(207, 226, 239)')
  // Beside the coast of Istria, on land.
  assert.equal(await behind(3), 'rgb(248, 246, 240)')
  const opacities = await page.evaluate<number[]>(`[...document.querySelectorAll('.leaflet-ground-pane canvas')].map(
    (canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.filter((_, at) => at % 4 === 3)
  ).map((alphas) => alphas.reduce((least, alpha) => Math.min(least, alpha), 255))`)
  assert.deepEqual([...new Set(opacities)], [255], 'the sea beside it is painted')
})

test('devices have their names beside them, and the most severe keep theirs where there is no room', async (t) => {
  const app = await startApp(t)
  await deviceAt(app, 'Apart', 46.3, 15.5)
  for (let n = 0; n < 6; n++) await deviceAt(app, `Crowded device ${n}`, 46.05 + n * 0.0004, 14.5)
  const worker = await app.createDevice({ name: 'Fallen worker', module: 'worker' })
  await worker.send({ lat: 46.051, lng: 14.5001, flags: { fall_detected: true } })
  const { page, go } = await openWindow(t, app)
  await go('/map?device=1')
  await page.locator('.pin-name', { hasText: 'Apart' }).waitFor()
  await page.locator('#map-card .close').click()
  await page.locator('#map-card').waitFor({ state: 'detached' })
  await go('/map?device=4')
  await page.locator('.pin.critical .pin-name', { hasText: 'Fallen worker' }).waitFor()
  const boxes = await page.evaluate<{ left: number; right: number; top: number; bottom: number }[]>(
    `[...document.querySelectorAll('.pin-name')].map((name) => name.getBoundingClientRect().toJSON())`,
  )
  assert.ok(boxes.length < (await page.locator('.pin').count()), 'some names are left out')
  for (const [at, box] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      const isApart =
        box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top
      assert.ok(isApart, `${JSON.stringify(box)} covers ${JSON.stringify(other)}`)
    }
  assert.equal(await page.locator('.pin-name:not([aria-hidden=true])').count(), 0)
})

test('without its land, which a bad network may lose, a map still shows the devices', async (t) => {
  const app = await startApp(t)
  await deviceAt(app, 'Van 3', 45.9, 14.2)
  const { page, go } = await openWindow(t, app, { expects: /ERR_FAILED/ })
  await page.route('**/world.*', (route) => route.abort())
  await go('/map')
  await page.locator('.pin').waitFor()
})

test('after an update, when the map data of an open page is gone, the map stays as it is', async (t) => {
  const app = await startApp(t)
  await deviceAt(app, 'Van 3', 45.9, 14.2)
  const { page, go } = await openWindow(t, app, { expects: /404/ })
  const json = { status: 'error', message: 'File not found', code: 'not_found' }
  const gone = page.waitForResponse('**/world-near.*')
  for (const part of ['**/ground-*', '**/world-near.*']) {
    await page.route(part, (route) => route.fulfill({ status: 404, json }))
  }
  await go('/map')
  await gone
  await page.locator('.pin').click()
  await page.locator('#map-card', { hasText: 'Van 3' }).waitFor()
  await drawn(page, 'far')
})
