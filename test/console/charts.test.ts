import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Response } from 'playwright-core'
import { startApp, type TestApp, type TestDevice } from '../harness/app.ts'
import { onceTrue, openWindow, type Window } from '../harness/chromium.ts'

const seconds = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

/** A car that has driven for an hour. */
async function drive(app: TestApp, device: TestDevice): Promise<void> {
  for (let minute = 60; minute >= 0; minute -= 5) {
    const place = { lat: 46 + minute / 1_000, lng: 14.5 + minute / 2_000 }
    await device.send({ ts: seconds(app) - minute * 60, metrics: { speed_kmh: 60 + minute, heading: 200 }, ...place })
  }
}

async function chartOf(
  t: TestContext,
  options: Parameters<typeof openWindow>[2] = {},
): Promise<Window & { app: TestApp; car: TestDevice }> {
  const app = await startApp(t, { runsJobs: true })
  const car = await app.createDevice({ name: 'Courier <img src=x onerror=alert(1)>', module: 'vehicle' })
  await drive(app, car)
  const window = await openWindow(t, app, options)
  await window.go(`/devices/${car.id}?range=6h`)
  await window.page.locator('#plot-speed_kmh canvas').waitFor()
  return { ...window, app, car }
}

test('a chart is read and zoomed with the keyboard, with the values of its table', async (t) => {
  const { page } = await chartOf(t)
  await page.locator('#plot-speed_kmh').focus()
  await page.keyboard.press('End')
  const said = page.locator('#chart-says')
  assert.match((await said.textContent())!, /Speed 60\s*km\/h/)
  await page.keyboard.press('ArrowLeft')
  assert.match((await said.textContent())!, /Speed 65\s*km\/h/)
  const table = page.locator('#plot-speed_kmh ~ .as-table')
  await table.locator('summary').click()
  const cells = await table.locator('td.number').allTextContents()
  assert.equal(cells.at(-2), '65')
  await page.locator('#plot-speed_kmh').focus()
  const reset = page.getByRole('link', { name: 'Reset range' })
  assert.equal(await reset.count(), 0)
  await page.keyboard.press('+')
  await reset.waitFor()
  await page.locator('#plot-speed_kmh:focus').waitFor()
  await page.keyboard.press('Escape')
  await reset.waitFor({ state: 'detached' })
})

test('a chart is reached by Tab, and shows the limits of the rules', async (t) => {
  const { page } = await chartOf(t)
  const isThere = () => page.locator('#plot-speed_kmh:focus').count()
  for (let presses = 0; presses < 80 && (await isThere()) === 0; presses += 1) await page.keyboard.press('Tab')
  assert.equal(await isThere(), 1)
  // Shapes in severity colours are limits, since no alert is open.
  await onceTrue<boolean>(
    page,
    `(() => {
    const canvas = document.querySelector('#plot-speed_kmh canvas')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const isNear = (at, [red, green, blue]) =>
      Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue) < 40
    let count = 0
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] > 150 && (isNear(at, [0xb3, 0x12, 0x2d]) || isNear(at, [0x8f, 0x4a, 0x00]))) count += 1
    }
    return count > 50
  })()`,
  )
})

test('no line of a limit crosses out the name of one beyond the axis', async (t) => {
  const app = await startApp(t)
  const truck = await app.createDevice({ module: 'fleet' })
  for (let minute = 60; minute >= 0; minute -= 5) {
    await truck.send({ ts: seconds(app) - minute * 60, metrics: { speed_kmh: 40 + (minute % 45) } })
  }
  const { page, go } = await openWindow(t, app)
  await page.addInitScript(`window.drawn = []
    const { fillText, stroke } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      if (/km.h/.test(text)) drawn.push('name')
      return fillText.call(this, text, ...rest)
    }
    CanvasRenderingContext2D.prototype.stroke = function (...rest) {
      if (this.getLineDash().length > 0 && this.canvas.closest('#plot-speed_kmh')) drawn.push('line')
      return stroke.call(this, ...rest)
    }`)
  await go(`/devices/${truck.id}?range=6h`)
  await page.locator('#plot-speed_kmh canvas').waitFor()
  await onceTrue<boolean>(page, "drawn.includes('name') && drawn.includes('line')")
  const drawn = await page.evaluate<string>("drawn.join(' ')")
  assert.match(drawn, /^(line )+name/)
})

test('charts are drawn in a browser with an invalid language', async (t) => {
  const app = await startApp(t)
  const car = await app.createDevice({ module: 'vehicle' })
  await drive(app, car)
  const { page, go } = await openWindow(t, app)
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true })",
  )
  for (const tab of ['', '/history', '/track']) {
    await go(`/devices/${car.id}${tab}?range=6h`)
    await page.locator('#plot-speed_kmh canvas').waitFor()
  }
})

test('chart and map share a cursor', async (t) => {
  const { page } = await chartOf(t)
  const marker = page.locator('path.track-cursor')
  assert.equal(await marker.count(), 0)
  await page.locator('#plot-speed_kmh').focus()
  await page.keyboard.press('Home')
  await marker.waitFor()
  const before = await marker.getAttribute('d')
  await page.keyboard.press('End')
  assert.notEqual(await marker.getAttribute('d'), before)
  // The reverse: pointing at the track on the map shows the value of that moment.
  await page.locator('.pin').scrollIntoViewIfNeeded()
  const pin = (await page.locator('.pin').boundingBox())!
  await page.mouse.move(pin.x + pin.width / 2 - 3, pin.y + pin.height / 2)
  await page.mouse.move(pin.x + pin.width / 2, pin.y + pin.height / 2)
  await page.locator('#chart-speed_kmh ~ .readout', { hasText: /60\s*km\/h/ }).waitFor()
})

test('a chart of a range that ends now adds new readings', async (t) => {
  const { page, app, car } = await chartOf(t)
  await page.locator('.pill[data-state=live]').waitFor()
  // An answer with earlier readings may still be on its way.
  const answer = page.waitForResponse(
    async (response) => response.url().includes('/series.json') && (await speedsIn(response)).includes(33),
  )
  await car.send({ ts: app.now().getTime(), metrics: { speed_kmh: 33 } })
  assert.deepEqual(await speedsIn(await answer), [33])
  await page.locator('#plot-speed_kmh').focus()
  await page.keyboard.press('End')
  await page.locator('#chart-says', { hasText: /Speed 33\s*km\/h/ }).waitFor()
  await page.locator('[data-value=speed_kmh]', { hasText: /33/ }).waitFor()
})

const speedsIn = async (response: Response): Promise<number[]> => (await response.json()).charts[0].lines.v

test('playback moves the marker along the track, and the cursor of the chart', async (t) => {
  const { page, go, car } = await chartOf(t)
  await go(`/devices/${car.id}/track?range=6h`)
  // An hour of track takes a minute: on a busy machine, a faster one is over before anybody can pause it.
  await page.locator('#pace').selectOption('1')
  await page.getByRole('button', { name: 'Play' }).click()
  await page.locator('path.track-cursor').waitFor()
  const moment = page.locator('#moment')
  const first = Number(await moment.getAttribute('min'))
  const until = Date.now() + 20_000
  while (Number(await moment.inputValue()) < first + 60) {
    assert.ok(Date.now() < until, 'the replay does not move')
    await page.waitForTimeout(50)
  }
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.locator('#chart-speed_kmh ~ .readout', { hasText: /km\/h/ }).waitFor()
})
