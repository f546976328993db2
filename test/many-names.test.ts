import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { openBrowser } from './harness/browser.ts'
import { sendAll } from './harness/compaction.ts'

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => `name_${from + place}`)
const values = (some: readonly string[], value: number | boolean) =>
  Object.fromEntries(some.map((name) => [name, value]))

/** Each reading is newer than the one before. */
let next = Math.floor(Date.now() / 1_000) - 600

/** Readings with 64 names each. */
const readings = (from: number, to: number, value: number, part: 'metrics' | 'flags' = 'metrics') => {
  const list: object[] = []
  for (let place = from; place < to; place += 64) {
    const some = names(place, Math.min(to, place + 64))
    list.push({ module: 'factory', [part]: values(some, part === 'flags' ? value > 1 : value) })
  }
  return list.map((reading) => ({ ...reading, ts: next++ }))
}

for (const part of ['metrics', 'flags'] as const) {
  test(`a device keeps the latest ${part} under 512 names; its readings have all`, async (t) => {
    const app = await startApp(t)
    const call = await app.logIn('viewer')
    const sensor = await app.createDevice()
    const latest = async () => (await call('GET', `/api/mobile/devices/${sensor.id}`)).body.data.latest[part]
    await sendAll(app, sensor, readings(0, 500, 1, part))
    assert.equal(Object.keys(await latest()).length, 500)
    await sendAll(app, sensor, readings(500, 1_140, 1, part))
    const kept = await latest()
    assert.equal(Object.keys(kept).length, 512)
    assert.ok(
      names(0, 500).every((name) => Object.hasOwn(kept, name)),
      'those that came first',
    )
    // In single readings as well.
    await sensor.send({ [part]: values(['another', 'name_7'], part === 'flags' ? true : 2) })
    const updated = await latest()
    assert.deepEqual([Object.keys(updated).length, updated.name_7], [512, part === 'flags' ? true : 2])
    const stored = (await call('GET', `/api/mobile/devices/${sensor.id}/readings`)).body.data
    assert.equal(new Set(stored.flatMap((reading: Record<string, object>) => Object.keys(reading[part]!))).size, 1_141)
  })
}

test('one batch of more names than are kept is cut as well, and rules see all of its values', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('viewer')
  const sensor = await app.createDevice({ module: 'health' })
  const batch = readings(0, 1_280, 1)
  await sendAll(app, sensor, [...batch, { module: 'health', metrics: { systolic: 190 } }])
  const { metrics } = (await call('GET', `/api/mobile/devices/${sensor.id}`)).body.data.latest
  assert.equal(Object.keys(metrics).length, 512)
  assert.equal((await call('GET', '/api/mobile/alerts')).body.data.length, 1)
})

test('the page of a device says when it has as many names as are kept', async (t) => {
  const app = await startApp(t)
  const viewer = openBrowser(app.url)
  await viewer.logIn((await app.logIn('viewer')).email)
  const sensor = await app.createDevice()
  await sendAll(app, sensor, readings(0, 511, 1))
  const page = async () => (await viewer.go(`/devices/${sensor.id}`)).text
  assert.doesNotMatch(await page(), /as many names/)
  await sendAll(app, sensor, readings(511, 520, 1))
  assert.match(await page(), /This device sends as many names as are kept here, 512/)
})
