import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp, type TestDevice } from '../harness/app.ts'
import { addUser, type Browser, openBrowser } from '../harness/browser.ts'

const MINUTE_S = 60

/** A viewer in a browser without scripts. */
async function visitor(app: TestApp): Promise<Browser> {
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  return browser
}

const seconds = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

/** One reading per minute, the last one now, with an hour-long gap in the middle. */
async function sendCourse(app: TestApp, device: TestDevice): Promise<void> {
  const now = seconds(app)
  for (let minute = 150; minute >= 0; minute -= 5) {
    if (minute > 40 && minute < 100) continue
    const metrics = { systolic: 120 + (minute % 7), speed_kmh: 40 }
    await device.send({ ts: now - minute * MINUTE_S, metrics, lat: 46 + minute / 1_000, lng: 14.5 })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what is drawn is what the test asserts
const chartsIn = (page: string): any[] =>
  [...page.matchAll(/data-chart="([^"]+)"/g)].flatMap(([, data]) =>
    JSON.parse(data!.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<')),
  )

/** Classes of the metric cards by metric. */
const cardsIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/class="tile metric ?(\w*)" href="[^"]+metrics=(\w+)"/g)].map(([, look, key]) => [key, look]),
  )

test('a chart has a table of its values, its limits in words, and marked gaps', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ name: 'Bedside monitor', module: 'health' })
  await sendCourse(app, device)
  const { text } = await browser.go(`/devices/${device.id}/history?range=6h&metrics=systolic`)
  const [drawn] = chartsIn(text)
  const shown = [...text.matchAll(/<tr><td><time>[^<]+<\/time><\/td><td class="number">([^<]+)<\/td><\/tr>/g)].map(
    ([, value]) => Number(value),
  )
  assert.deepEqual(
    shown,
    drawn.lines.v.filter((value: number | null) => value !== null),
  )
  assert.equal(shown.length, 20)
  assert.equal(drawn.lines.v.filter((value: number | null) => value === null).length, 1)
  assert.match(text, /<td colspan="2">No data<\/td>/)
  assert.match(text, /Critical &gt; 180/)
})

test('limits for a gas are shown only on devices that measure this gas', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ name: 'Gas detector', module: 'factory' })
  const show = async (gas_ppm: number) => {
    await device.send({ ts: seconds(app) - 100 + gas_ppm, metrics: { gas_ppm, gas_type: 'co' } })
    return (await browser.go(`/devices/${device.id}`)).text
  }
  const calm = await show(5)
  assert.equal(cardsIn(calm).gas_ppm, '')
  assert.deepEqual(
    chartsIn(calm)[0].limits.map(({ value, op }: { value: number; op: string }) => `${op} ${value}`),
    ['gte 35', 'gte 70', 'gte 20'],
  )
  assert.equal(cardsIn(await show(34.9)).gas_ppm, '')
  assert.equal(cardsIn(await show(35)).gas_ppm, 'warning')
  assert.equal(cardsIn(await show(70)).gas_ppm, 'critical')
})

test('a card is coloured by rules that compare the value itself, during their hours', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-02T12:00:00Z') })
  const save = await app.logIn('operator')
  const rule = (key: string, op: string, value: number, more: object = {}) => ({
    key,
    name: key,
    scope: { modules: ['home_infra'] },
    condition: { type: 'threshold', field: `metrics.${key}`, op },
    levels: [{ severity: 'warning', value }],
    title: key,
    ...more,
  })
  const night = { tz: 'UTC', hours: [{ from: '22:00', to: '06:00' }] }
  const mean = { type: 'aggregate', field: 'metrics.mean', fn: 'avg', window_s: 600, op: 'gt' }
  for (const one of [
    rule('over', 'gt', 25),
    rule('least', 'lte', 25),
    rule('night', 'gte', 25, { schedule: night }),
    rule('mean', 'gt', 20, { condition: mean }),
  ])
    assert.equal((await save('PUT', `/api/admin/rules/${one.key}`, one)).status, 200)
  const device = await app.createDevice({ module: 'home_infra' })
  await device.send({ metrics: { over: 25, least: 25, night: 25, mean: 25 } })
  const { text } = await (await visitor(app)).go(`/devices/${device.id}`)
  assert.deepEqual(cardsIn(text), { over: '', least: 'warning', night: '', mean: '' })
})

test('the pages of a silenced device, and its rows in lists, show the silence, its end, and whether it covers everything', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const call = await app.logIn('operator')
  const { id, send } = await app.createDevice({ module: 'health', tags: ['ward-3'] })
  await send({ lat: 46.05, lng: 14.5, metrics: { systolic: 120 } })
  const badge = async (page = '') => {
    const { text } = await browser.go(`/devices/${id}${page}`)
    return /href="(\/silences\/\d+)" title="Maintenance">.*?<span>((?:Partly s|S)ilenced until) </s.exec(text)?.slice(1)
  }
  const marks = async () => {
    const pages = await Promise.all([browser.go('/devices'), browser.go('/map'), browser.go(`/map?device=${id}`)])
    return pages.map(({ text }) => [...text.matchAll(/href="\/silences\/\d+"/g)].length)
  }
  assert.equal(await badge(), undefined)
  assert.deepEqual(await marks(), [0, 0, 0])
  const silence = { reason: 'Maintenance', ends_at: new Date(app.now().getTime() + 3_600_000).toISOString() }
  const partly = await call('POST', '/api/admin/silences', {
    ...silence,
    rule_keys: ['health.spo2.low'],
    device_ids: [id],
  })
  assert.deepEqual(await badge(), [`/silences/${partly.body.data.id}`, 'Partly silenced until'])
  const whole = await call('POST', '/api/admin/silences', { ...silence, tags: ['ward-3'], max_severity: 'critical' })
  assert.deepEqual(await badge('/history'), [`/silences/${whole.body.data.id}`, 'Silenced until'])
  // In the list of devices, in that of the map, and there on the card of the chosen one too.
  assert.deepEqual(await marks(), [1, 1, 2])
  assert.match(
    (await browser.go('/devices')).text,
    /class="silenced" [^>]*title="Maintenance">.*?Silenced until <time/s,
  )
  await call('POST', '/api/admin/silences', { ...silence, modules: ['fleet'], max_severity: 'critical' })
  await app.leap({ seconds: 3_601 })
  assert.equal(await badge(), undefined)
  assert.deepEqual(await marks(), [0, 0, 0])
})

test('numbers have minus signs, values say how low and high they were lately, and smoke is per metre or per foot', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  const { email } = await addUser(app, 'viewer')
  await browser.logIn(email)
  const device = await app.createDevice({ module: 'factory' })
  await device.send({ ts: seconds(app) - 60, signal: -70, metrics: { temperature: 21.5, smoke_level: 1 } })
  await device.send({ ts: seconds(app), signal: -76, metrics: { temperature: 20, smoke_level: 2.35 } })
  const page = (await browser.go(`/devices/${device.id}`)).text
  assert.match(page, />−76\u202fdBm</)
  assert.match(page, />20 – 21\.5</)
  assert.match(page, /data-value="smoke_level">7\.51\u202f%\/m</)
  assert.equal(
    chartsIn((await browser.go(`/devices/${device.id}/history?metrics=smoke_level`)).text)[0]
      .lines.v.at(-1)
      .toFixed(2),
    '7.51',
  )
  await app.rows('update users set preferences = preferences || \'{"length":"ft"}\' where email = $1', [email])
  assert.match((await browser.go(`/devices/${device.id}`)).text, /data-value="smoke_level">2\.35\u202f%\/ft</)
})

test('battery and signal stand in the head of a device, and among its values only if it sends nothing else', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ module: 'worker' })
  const shown = async () => (await browser.go(`/devices/${device.id}`)).text.match(/data-value="\w+"/g)
  await device.send({ battery: 50, signal: -70 })
  assert.deepEqual(await shown(), ['data-value="battery"', 'data-value="signal"'])
  await device.send({ battery: 50, signal: -70, metrics: { heart_rate: 70 } })
  assert.deepEqual(await shown(), ['data-value="heart_rate"'])
  const { text } = await browser.go(`/devices/${device.id}`)
  assert.match(text, /<a href="\/devices\/\d+\/history\?metrics=battery"><span class="gauge"/)
})

test('without scripts, a chart is a line with axes of values and times', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ module: 'health' })
  await sendCourse(app, device)
  const { text } = await browser.go(`/devices/${device.id}/history?range=6h&metrics=systolic`)
  const [, drawn] = /<svg class="drawn"([\s\S]*?)<\/details>/.exec(text)!
  assert.match(drawn!, /aria-label="Systolic pressure: from 120 mmHg to 126 mmHg"/)
  const ticks = [...drawn!.matchAll(/<text class="tick" [^>]*>([^<]+)</g)].map(([, value]) => Number(value))
  assert.deepEqual(ticks, [115, 120, 125, 130])
  assert.ok([...drawn!.matchAll(/<text class="tick time" [^>]*>\d\d:\d\d/g)].length >= 3)
  const [, path] = /<path class="course" d="([^"]+)"/.exec(drawn!)!
  const places = [...path!.matchAll(/[ML]([\d.]+)/g)].map(([, x]) => Number(x))
  // The last two and a half of six hours, with an hour-long gap.
  assert.ok(Math.abs(places[0]! - 583) < 2 && Math.abs(places.at(-1)! - 1_000) < 2, String(places))
  assert.equal(path!.split('M').length, 3)
})

test('a day on which the clocks change has 23 or 25 hours', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-29T22:30:00Z') })
  const browser = openBrowser(app.url)
  const { email } = await addUser(app, 'viewer')
  await app.rows('update users set preferences = preferences || \'{"zone":"Europe/Ljubljana"}\' where email = $1', [
    email,
  ])
  await browser.logIn(email)
  const device = await app.createDevice({ module: 'health' })
  await device.send({ ts: Date.parse('2026-03-29T00:30:00Z') / 1_000, metrics: { systolic: 121 } })
  const { text } = await browser.go(`/devices/${device.id}/history?from=2026-03-29T00:00&to=2026-03-30T00:00`)
  const [drawn] = chartsIn(text)
  assert.equal(drawn.to - drawn.from, 23 * 3_600)
  assert.match(text, /29 Mar 2026, 01:30:00/)
})

test('a device that sends flags alone has readings, and no values to draw', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ module: 'health' })
  await device.send({ flags: { fall_detected: true } })
  for (const path of ['', '/history']) {
    const { text } = await browser.go(`/devices/${device.id}${path}`)
    assert.match(text, /No values to draw in this range/)
    assert.doesNotMatch(text, /No readings in this range/)
  }
})

test('a range without readings links to the last reading', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ module: 'health' })
  await device.send({ ts: seconds(app) - 10 * 3_600, metrics: { systolic: 117 } })
  const { text } = await browser.go(`/devices/${device.id}?range=1h`)
  assert.match(text, /No readings in this range/)
  const [, query] = /href="(\?from=[^"]+)"/.exec(text)!
  const there = await browser.go(`/devices/${device.id}${query!.replaceAll('&amp;', '&')}`)
  assert.match(there.text, /data-chart=/)
})

test("values are in the reader's units, in pages and in the data of their scripts", async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  const { email } = await addUser(app, 'viewer')
  await app.rows('update users set preferences = preferences || \'{"speed":"mph"}\' where email = $1', [email])
  await browser.logIn(email)
  const device = await app.createDevice({ module: 'vehicle' })
  await device.send({ metrics: { speed_kmh: 160.9344 }, lat: 46, lng: 14 })
  const page = await browser.go(`/devices/${device.id}`)
  assert.match(page.text, /100\s*mph/)
  const series = await browser.go(`/devices/${device.id}/series.json?range=1h&metrics=speed_kmh`, {
    accept: 'application/json',
  })
  assert.deepEqual(JSON.parse(series.text).charts[0].lines.v, [100])
})
