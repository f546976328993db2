import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness/app.ts'
import { openWindow } from '../harness/chromium.ts'

const TAVEUNI = [
  [-17.2, 179.6],
  [-17.2, -179.6],
  [-16.6, -179.6],
  [-16.6, 179.6],
]

async function withShip(app: TestApp) {
  const ship = await app.createDevice({ name: 'Ship', module: 'vehicle' })
  for (let mile = 0; mile <= 40; mile++) {
    const lng = 177 + mile * 0.125
    await ship.send({ lat: -18 + mile * 0.05, lng: lng > 180 ? lng - 360 : lng, metrics: { speed_kmh: 30 } })
    await app.leap({ seconds: 600 })
  }
  const operator = await app.logIn('operator')
  await operator('POST', '/api/admin/geofences', { name: 'Taveuni', fence: { polygon: TAVEUNI } })
  return ship
}

/** The boxes of what is drawn on a map, each inside of its own, as shares of its width. */
async function drawn(page: Page, selector: string, map = '.map'): Promise<{ left: number; width: number }[]> {
  const whole = (await page.locator(map).boundingBox())!
  const shapes = await page.locator(`${map} ${selector}`).all()
  const boxes = await Promise.all(shapes.map((shape) => shape.boundingBox()))
  return boxes.flatMap((box) =>
    box === null ? [] : [{ left: (box.x - whole.x) / whole.width, width: box.width / whole.width }],
  )
}

test('the track of a ship across 180° is one line in the region where it went, with both ends in view', async (t) => {
  const app = await startApp(t)
  const { id } = await withShip(app)
  const { page, go } = await openWindow(t, app)
  await go(`/devices/${id}/track`)
  await page.locator('#map[data-world-drawn]').waitFor()
  const [, line] = await drawn(page, '.leaflet-overlay-pane path')
  assert.ok(line!.width > 0.3 && line!.width < 1 && line!.left > 0, JSON.stringify(line))
  const ends = [...(await drawn(page, 'path.leaflet-interactive')), ...(await drawn(page, '.pin'))]
  assert.ok(ends.length === 2 && ends.every(({ left }) => left > 0 && left < 1), JSON.stringify(ends))
  await page.locator('.geofence-name', { hasText: 'Taveuni' }).waitFor()
  const fences = await drawn(page, '.leaflet-geofences-pane path')
  assert.ok(fences.length === 1 && fences[0]!.width < 0.4 && fences[0]!.left > 0, JSON.stringify(fences))
})

test('the map of all devices shows those on both sides of 180° together, and their geofences there', async (t) => {
  const app = await startApp(t)
  await withShip(app)
  const buoy = await app.createDevice({ name: 'Buoy', module: 'fleet' })
  await buoy.send({ lat: -17, lng: 178 })
  const { page, go } = await openWindow(t, app)
  await go('/map')
  await page.locator('#map[data-ready]').waitFor()
  const pins = await drawn(page, '.pin', '#map')
  assert.equal(pins.length, 2)
  assert.ok(Math.abs(pins[0]!.left - pins[1]!.left) > 0.2, JSON.stringify(pins))
  await page.locator('.geofence-name', { hasText: 'Taveuni' }).waitFor()
  const fences = await drawn(page, '.leaflet-geofences-pane path', '#map')
  assert.ok(fences.length === 1 && fences[0]!.width < 0.9 && fences[0]!.left > 0, JSON.stringify(fences))
  await go('/map?device=1')
  await page.locator('#map[data-ready]').waitFor()
  const place = () => page.locator('.map-place').textContent()
  await page.locator('#map').hover({ position: { x: 5, y: 200 } })
  assert.match((await place())!, /° [EW]$/)
  assert.ok(Number(/([\d.]+)° [EW]$/.exec((await place())!)![1]) <= 180, 'longitudes are said as they are stored')
})

test('a polygon across 180° is drawn in one piece and keeps its longitudes when a corner is moved', async (t) => {
  const app = await startApp(t)
  await withShip(app)
  const { page, go } = await openWindow(t, app, { role: 'operator' })
  await go('/geofences/1')
  await page.locator('[data-fence-map][data-ready]').waitFor()
  const handles = await drawn(page, '.fence-handle', '[data-fence-map][data-ready]')
  assert.equal(handles.length, 4)
  assert.ok(
    handles.every(({ left }) => left > 0 && left < 1),
    JSON.stringify(handles),
  )
  const lefts = handles.map(({ left }) => left)
  assert.ok(Math.max(...lefts) - Math.min(...lefts) > 0.2)
  await page.locator('.fence-handle').nth(1).focus()
  await page.keyboard.press('ArrowRight')
  const corners = (await page.locator('[name=corners]').inputValue())
    .split('\n')
    .map((line) => line.split(', ').map(Number))
  assert.ok(corners[1]![1]! < -179 && corners[1]![1]! > -179.6, JSON.stringify(corners))
  assert.ok(corners.every(([, lng]) => Math.abs(lng!) <= 180))
})
