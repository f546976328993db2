import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { startApp, type TestApp, type TestDevice } from '../harness/app.ts'
import { openBrowserAs } from '../harness/browser.ts'
import { openWindow } from '../harness/chromium.ts'

const MINUTE_MS = 60_000
const KEY = 'test.gas'
const OTHER_KEY = 'test.gas.at.once'
const MEAN = { type: 'aggregate', field: 'metrics.gas_ppm', fn: 'avg', window_s: 300, op: 'gt' }
/** One per minute, the last one now; from the tenth on, the mean of five is above 20. */
const GAS = [10, 12, 8, 10, 10, 10, 10, 10, 10, 90, 10, 10, 10, 10, 10, 12]

const ruleOf = (condition: object, value: number, key = KEY) => ({
  key,
  name: 'Gas in the air',
  title: 'Gas above {threshold}',
  scope: { modules: ['home_infra'] },
  condition,
  levels: [{ severity: 'warning', value, for_s: key === KEY ? 60 : 0 }],
})

async function saveRule(app: TestApp, rule: object) {
  const saved = await (await app.logIn('operator'))('POST', '/api/admin/rules', rule)
  assert.equal(saved.status, 201)
}

async function sendGas(app: TestApp, device: TestDevice, values: readonly number[], everyMs = MINUTE_MS) {
  for (const [place, gas_ppm] of values.entries()) {
    const ts = Number(app.now()) - (values.length - 1 - place) * everyMs
    assert.equal((await device.send({ module: 'home_infra', ts, metrics: { gas_ppm } })).status, 200)
  }
}

async function alertPage(app: TestApp, key = KEY): Promise<string> {
  const [alert] = await app.rows<{ alert_id: string }>('select alert_id from alerts where rule_key = $1', [key])
  assert.ok(alert, 'an alert was raised')
  return `/alerts/${alert.alert_id}`
}

async function withMean(t: TestContext) {
  const app = await startApp(t)
  await saveRule(app, ruleOf(MEAN, 20))
  const device = await app.createDevice({ module: 'home_infra', name: 'Kitchen' })
  await sendGas(app, device, GAS)
  return { app, device, address: await alertPage(app) }
}

const graphIn = (text: string): string => /<figure class="alert-graph">(.*?)<\/figure>/s.exec(text)![1]!

/** Heights of a line, measured from the top. */
function heightsOf(graph: string, kind: string): number[] {
  const path = new RegExp(`<path class="${kind}" d="([^"]*)"`).exec(graph)
  return [...path![1]!.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, height]) => Number(height))
}

test('for a mean, the graph has the compared value next to the values sent', async (t) => {
  const { app, address } = await withMean(t)
  const graph = graphIn((await (await openBrowserAs(app, 'viewer')).go(address)).text)
  const raw = heightsOf(graph, 'raw')
  assert.equal(raw.length, GAS.length)
  const [highest, lowest] = [Math.min(...raw), Math.max(...raw)]
  const values = heightsOf(graph, 'evaluated').map((height) => 90 - ((height - highest) / (lowest - highest)) * 82)
  const means = GAS.map((_, place) => {
    const window = GAS.slice(Math.max(0, place - 4), place + 1)
    return window.reduce((sum, value) => sum + value) / window.length
  })
  assert.equal(values.length, means.length)
  for (const [place, mean] of means.entries()) assert.ok(Math.abs(values[place]! - mean) < 0.1, `${values} ${means}`)
  assert.match(graph, /as evaluated: average gas over 5\Wmin/)
  assert.match(graph, /raw: Gas/)
  assert.match(graph, /had to hold for 1\Wmin/)
  assert.match(
    graph,
    /aria-label="[^"]*between 8\Wppm and 90\Wppm; as evaluated[^"]*between 9\.6\Wppm and 26\Wppm; 26\Wppm when/,
  )
})

test('for a rule that compares sent values, the graph has one line', async (t) => {
  const app = await startApp(t)
  await saveRule(app, ruleOf({ type: 'threshold', field: 'metrics.gas_ppm', op: 'gt' }, 20, OTHER_KEY))
  await sendGas(app, await app.createDevice({ module: 'home_infra' }), GAS)
  const graph = graphIn((await (await openBrowserAs(app, 'viewer')).go(await alertPage(app, OTHER_KEY))).text)
  assert.equal(heightsOf(graph, 'only').length, GAS.length)
  assert.doesNotMatch(graph, /evaluated|\braw\b/)
})

test("a rate has its own scale and unit, in the reader's language", async (t) => {
  const app = await startApp(t)
  const perMinute = { type: 'rate', field: 'metrics.gas_ppm', calc: 'per_min', window_s: 300, op: 'gt' }
  await saveRule(app, ruleOf(perMinute, 10, OTHER_KEY))
  await sendGas(app, await app.createDevice({ module: 'home_infra' }), GAS.slice(0, 10))
  const browser = await openBrowserAs(app, 'viewer')
  await app.rows(`update users set preferences = '{"language":"de"}'`)
  const { text } = await browser.go(await alertPage(app, OTHER_KEY))
  const graph = graphIn(text)
  const [, evaluated, raw] = graph.split('<p class="graph-keys meta">')
  assert.match(evaluated!, /wie ausgewertet: Änderung je Minute \(Gas\) über 5\Wmin.*Grenze 10\Wppm\/min/s)
  assert.doesNotMatch(evaluated!, /class="raw"/)
  assert.match(raw!, /roh: Gas/)
  assert.doesNotMatch(raw!, /class="(evaluated|limit)"/)
  assert.match(text, /data-value="triggered">20\Wppm\/min/)
  assert.match(text, /Gas: <strong>20\Wppm\/min<\/strong> · gilt/)
})

test('the compared line ends where the rule was changed, and the page says so', async (t) => {
  const { app, device, address } = await withMean(t)
  await app.leap({ seconds: 60 })
  const call = await app.logIn('operator')
  assert.equal((await call('PUT', `/api/admin/rules/${KEY}`, { ...ruleOf(MEAN, 25), version: 1 })).status, 200)
  await app.leap({ seconds: 60 })
  await sendGas(app, device, [11])
  const graph = graphIn((await (await openBrowserAs(app, 'viewer')).go(address)).text)
  assert.equal(heightsOf(graph, 'raw').length, GAS.length + 1)
  assert.equal(heightsOf(graph, 'evaluated').length, GAS.length)
  assert.match(graph, /what version 1 of the rule compared.*Version 2 replaced it/)
})

test('with very many readings, the graph has those around the alert, and the page says so', async (t) => {
  const app = await startApp(t)
  await saveRule(app, ruleOf({ ...MEAN, window_s: 600 }, 20, OTHER_KEY))
  await saveRule(app, ruleOf({ ...MEAN, window_s: 3_600 }, 20, 'test.gas.of.an.hour'))
  const device = await app.createDevice({ module: 'home_infra' })
  const begin = Number(app.now()) - 3_000 * 500
  for (const part of [0, 1, 2]) {
    const readings = Array.from({ length: 1_000 }, (_, place) => ({
      module: 'home_infra',
      ts: begin + (part * 1_000 + place) * 500,
      metrics: { gas_ppm: 10 },
    }))
    const sent = await fetch(`${app.url}/api/telemetry/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': device.token },
      body: JSON.stringify(readings),
    })
    assert.equal(sent.status, 200)
  }
  await sendGas(app, device, [100_000])
  const browser = await openBrowserAs(app, 'viewer')
  const short = graphIn((await browser.go(await alertPage(app, OTHER_KEY))).text)
  assert.match(short, /too many readings to show all values that the rule compared\. Shown for/)
  assert.ok(heightsOf(short, 'evaluated').length > 100)
  const long = graphIn((await browser.go(await alertPage(app, 'test.gas.of.an.hour'))).text)
  assert.match(long, /There are too many readings to show the values that the rule compared\./)
  assert.ok(heightsOf(long, 'raw').length > 100)
})

for (const [width, scheme] of [
  [1_280, 'light'],
  [390, 'dark'],
] as const) {
  test(`both lines fit a window ${width} pixels wide, ${scheme}`, async (t) => {
    const { app, address } = await withMean(t)
    const { page, go } = await openWindow(t, app, { role: 'viewer', width, scheme })
    await go(address)
    for (const kind of ['raw', 'evaluated']) {
      const box = await page.locator(`.alert-graph path.${kind}`).boundingBox()
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width, kind)
    }
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
    assert.deepEqual(violations, [])
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}-${width}.png`, fullPage: true })
  })
}
