import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { startApp } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'
import { fieldsOf } from '../harness/fill-in.ts'

/** A new rule with a fence, near a van with a position. */
async function openFence(t: TestContext, options: Parameters<typeof openWindow>[2] = {}) {
  const app = await startApp(t)
  const van = await app.createDevice({ name: 'Van 3', module: 'vehicle' })
  await van.send({ lat: 46.05, lng: 14.5, metrics: { speed_kmh: 50 } })
  const { page, go } = await openWindow(t, app, { role: 'operator', ...options })
  await go('/rules/new')
  await page.locator('#p0_kind').selectOption('geofence')
  await page.locator('[data-fence-map][data-ready]').waitFor()
  return { app, page }
}

const numberIn = async (page: Page, id: string) => Number(await page.locator(`#${id}`).inputValue())

/** Centre of an element on the screen. */
async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** Waits for the sentence above the map, which moves the map when it arrives. */
async function settled(page: Page): Promise<void> {
  const lat = (await page.locator('#p0_lat').count()) === 0 ? '' : (await numberIn(page, 'p0_lat')).toFixed(4)
  await page.locator('#sentence', { hasText: 'outside' }).filter({ hasText: lat }).waitFor()
  await page.locator('#rehearsal:not([aria-busy])').waitFor()
}

async function drag(page: Page, selector: string, by: { x: number; y: number }): Promise<void> {
  await settled(page)
  const { x, y } = await middleOf(page, selector)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x / 2, y + by.y / 2)
  await page.mouse.move(x + by.x, y + by.y)
  await page.mouse.up()
}

const MIDDLE = '[aria-label="Centre of the circle"]'
const EDGE = '[aria-label="Edge of the circle"]'

test('a circle is placed on a device, dragged, resized and typed, and saved as drawn', async (t) => {
  const { app, page } = await openFence(t)
  await page.locator('[data-fence-map]').scrollIntoViewIfNeeded()
  await page.locator('.pin').click()
  assert.deepEqual([await numberIn(page, 'p0_lat'), await numberIn(page, 'p0_lng')], [46.05, 14.5])
  const first = await numberIn(page, 'p0_radius')
  assert.ok(first > 0)
  await drag(page, EDGE, { x: 60, y: 0 })
  const wider = await numberIn(page, 'p0_radius')
  assert.ok(wider > first, `${wider} after ${first}`)
  await drag(page, MIDDLE, { x: 0, y: -60 })
  const north = await numberIn(page, 'p0_lat')
  assert.ok(north > 46.05 && (await numberIn(page, 'p0_radius')) === wider)
  // With the keyboard only.
  await page.locator(MIDDLE).focus()
  await page.keyboard.press('ArrowDown')
  assert.ok((await numberIn(page, 'p0_lat')) < north)
  // Typed values are drawn, and the map moves there.
  await settled(page)
  const before = await middleOf(page, MIDDLE)
  await page.locator('#p0_lat').fill('48.2')
  await page.locator('#p0_lng').fill('16.37')
  await page.locator('#p0_radius').fill('400')
  await settled(page)
  const map = (await page.locator('[data-fence-map]').boundingBox())!
  const after = await middleOf(page, MIDDLE)
  assert.ok(after.x > map.x && after.x < map.x + map.width && after.y > map.y && after.y < map.y + map.height)
  assert.notDeepEqual(after, before)
  await page.locator('#name').fill('Left the yard')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('It applies from the next reading on').waitFor()
  const operator = await app.logIn('operator')
  const { body } = await operator('GET', '/api/admin/rules/left_the_yard')
  assert.deepEqual(body.data.condition.fence, { circle: { lat: 48.2, lng: 16.37, radius_m: 400 } })
})

test('a polygon is drawn by clicks, corners are dragged and removed, and its text follows', async (t) => {
  const { page } = await openFence(t)
  await page.locator('#p0_shape').selectOption('polygon')
  await page.locator('[data-fence-shape=polygon][data-ready]').waitFor()
  const lines = async () => (await page.locator('#p0_corners').inputValue()).split('\n')
  const map = page.locator('[data-fence-map]')
  for (const [x, y] of [
    [200, 80],
    [400, 80],
    [400, 240],
    [200, 240],
  ] as const)
    await map.click({ position: { x, y } })
  const four = await lines()
  assert.equal(four.length, 4)
  // The new corner splits the edge between the first two.
  await map.click({ position: { x: 300, y: 50 } })
  const five = await lines()
  assert.deepEqual([five.length, five[0], five[2]], [5, four[0], four[1]])
  await drag(page, '[aria-label="Corner 1"]', { x: -40, y: 0 })
  assert.notEqual((await lines())[0], five[0])
  assert.deepEqual((await lines()).slice(1), five.slice(1))
  await page.locator('[aria-label="Corner 2"]').focus()
  await page.keyboard.press('Delete')
  assert.deepEqual((await lines()).slice(1), four.slice(1))
  await page.locator('#p0_corners').fill('46, 14\n46, 15\n47, 15')
  assert.equal(await page.locator('.fence-handle').count(), 3)
})

test('without scripts, a fence is edited in fields; with them, the map is accessible, also on a dark phone', async (t) => {
  const { app, page } = await openFence(t, { width: 320, scheme: 'dark' })
  await page.getByRole('button', { name: 'Move to the centre of the map' }).click()
  assert.ok((await numberIn(page, 'p0_radius')) > 0)
  await page.locator('#sentence', { hasText: 'outside' }).waitFor()
  await page.locator('#rehearsal:not([aria-busy])').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  )
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), 0)
  const operator = await app.logIn('operator')
  const circle = { lat: 46.05, lng: 14.5, radius_m: 500 }
  const condition = { type: 'geofence', fence: { circle }, when: 'outside' }
  const rule = { name: 'Yard', condition, levels: [{ severity: 'warning' }], title: 'Left the yard' }
  assert.equal((await operator('PUT', '/api/admin/rules/yard', rule)).status, 200)
  const plain = (await (await openBrowserAs(app, 'operator')).go('/rules/yard')).text
  assert.equal(fieldsOf(plain, '/rules/yard').p0_radius, '500')
  assert.match(plain, /<div class="fence">/)
  assert.doesNotMatch(plain, /has-scripts/)
  await page.goto('/rules/yard')
  await page.locator(MIDDLE).waitFor()
  assert.equal(await page.locator('.fence').isVisible(), true)
  // Without the mark that only the script sets, the page looks as it does without scripts.
  await page.evaluate("document.body.classList.remove('has-scripts')")
  assert.equal(await page.locator('.fence').isVisible(), false)
})
