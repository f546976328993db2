import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '../harness/app.ts'
import { addUser, type Browser, openBrowser } from '../harness/browser.ts'
import { compact, sendAll } from '../harness/compaction.ts'

const MINUTE_S = 60

/** A viewer in a browser without scripts. */
async function visitor(app: TestApp): Promise<Browser> {
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'viewer')).email)
  return browser
}

const seconds = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

test('a track has its length, its stops, and exports for people who are logged in', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ module: 'vehicle' })
  const now = seconds(app)
  for (const [minute, lat] of [
    [30, 46],
    [20, 46.01],
    [10, 46.01],
    [0, 46.02],
  ] as const) {
    await device.send({ ts: now - minute * MINUTE_S, lat, lng: 14 })
  }
  const { text } = await browser.go(`/devices/${device.id}/track?range=1h`)
  assert.match(text, /2\.2\skm/)
  assert.match(text, /<td data-label="For">10\s*min<\/td>/)
  for (const [path, sign] of [
    ['track/export?format=gpx', /<gpx version="1.1"/],
    ['track/export?format=geojson', /"FeatureCollection"/],
    ['readings/export?format=csv', /^at,ts,/],
    ['readings/export?format=ndjson', /^\{"ts":/],
  ] as const) {
    const file = await browser.go(`/devices/${device.id}/${path}`)
    assert.equal(file.status, 200, path)
    assert.match(file.text, sign)
  }
  assert.match((await openBrowser(app.url).go(`/devices/${device.id}/track/export?format=gpx`)).path, /^\/login/)
})

test('raw readings are marked as late or with a suspect clock', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ module: 'worker' })
  const now = seconds(app)
  await device.send({ ts: now, metrics: { temperature: 20 } })
  await app.fastForward({ seconds: 2 })
  await device.send({ ts: now - 600, flags: { fall_detected: true } })
  await device.send({ ts: 5, metrics: { temperature: 21 } })
  const { text } = await browser.go(`/devices/${device.id}/raw`)
  assert.equal([...text.matchAll(/>late<\/span>/g)].length, 1)
  assert.equal([...text.matchAll(/>suspect clock<\/span>/g)].length, 1)
  assert.match(text, /Fall detected/)
  const only = await browser.go(`/devices/${device.id}/raw?only=suspect`)
  assert.equal([...only.text.matchAll(/<tr id="row-/g)].length, 1)
})

test('events of a device are listed by day and filtered by kind', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ module: 'health' })
  await device.send({ metrics: { systolic: 190 } })
  await device.send({ flags: { fall: true } })
  await device.send({ battery: 80 })
  const { text } = await browser.go(`/devices/${device.id}/events`)
  assert.match(text, /Alert: Systolic/)
  assert.doesNotMatch(text, /Values received/)
  for (const kind of ['measurement', 'heartbeat', 'alarm']) {
    const { text } = await browser.go(`/devices/${device.id}/events?kind=${kind}`)
    const kinds = [...text.matchAll(/<li class="event (\w+)">/g)].map(([, shown]) => shown)
    assert.deepEqual(kinds, [kind])
  }
  const alerts = await browser.go(`/devices/${device.id}/alerts`)
  assert.match(alerts.text, /Systolic/)
})

test('a search that finds nothing for ten seconds ends with a sentence', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  const device = await app.createDevice({ module: 'health' })
  const now = app.now().getTime()
  const readings = Array.from({ length: 3_760 }, (_, place) => ({
    module: 'health',
    ts: now - 2 * 86_400_000 + place * 1_000,
    metrics: { pulse: 60 },
  }))
  await sendAll(app, device, readings)
  assert.equal(await compact(app), 3_760)
  const path = `/devices/${device.id}/events?kind=heartbeat`
  assert.match((await browser.go(path)).text, /No such events in this range/)
  const real = performance.now.bind(performance)
  let asked = 0
  t.mock.method(performance, 'now', () => real() + 11_000 * asked++)
  const { status, text } = await browser.go(path)
  t.mock.restoreAll()
  assert.equal(status, 503)
  assert.match(text, /The search took too long; choose a shorter period/)
})

test('the map lists devices with a location, filtered by module, and the details of one', async (t) => {
  const app = await startApp(t)
  const browser = await visitor(app)
  assert.match((await browser.go('/map')).text, /No device has sent a location yet/)
  const car = await app.createDevice({ name: 'Car <b>7</b>', module: 'vehicle' })
  const home = await app.createDevice({ name: 'Cabin', module: 'home_infra' })
  await app.createDevice({ name: 'Nowhere', module: 'home_infra' })
  await car.send({ lat: 46.05, lng: 14.5, metrics: { speed_kmh: 50, heading: 90 } })
  await app.fastForward({ seconds: 10 })
  await home.send({ lat: 46.1, lng: 14.6, metrics: { temperature: 20 } })
  const all = await browser.go('/map')
  assert.match(all.text, /Car &lt;b&gt;7&lt;\/b&gt;/)
  assert.doesNotMatch(all.text, /Nowhere/)
  assert.doesNotMatch((await browser.go('/map?module=vehicle')).text, /Cabin/)
  assert.match((await browser.go(`/map?device=${home.id}`)).text, new RegExp(`href="/devices/${home.id}"`))
  const positions = async (query: string) =>
    JSON.parse((await browser.go(`/map/positions.json${query}`, { accept: 'application/json' })).text)
  const { rows } = await positions('')
  assert.deepEqual(rows, [
    [car.id, 46.05, 14.5, 0, 90, 'Car <b>7</b>'],
    [home.id, 46.1, 14.6, 0, null, 'Cabin'],
  ])
  const { rows: moved } = await positions(`?since=${seconds(app)}`)
  assert.deepEqual(
    moved.map(([id]: number[]) => id),
    [home.id],
  )
})

test('an open alert is acknowledged on the page of its device', async (t) => {
  const app = await startApp(t)
  const browser = openBrowser(app.url)
  await browser.logIn((await addUser(app, 'operator')).email)
  const device = await app.createDevice({ module: 'health' })
  await device.send({ metrics: { systolic: 190 } })
  await browser.go(`/devices/${device.id}?range=6h`)
  const page = await browser.send('/alerts/1/acknowledgement', { to: `/devices/${device.id}?range=6h` })
  assert.match(page.path, /done=acknowledged/)
  assert.match(page.text, /role="status"/)
  assert.match(page.text, /Acknowledged/)
  const viewer = await (await visitor(app)).go(`/devices/${device.id}`)
  assert.doesNotMatch(viewer.text, /\/acknowledgement/)
})
