import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { build } from 'esbuild'
import { type DeviceClientOptions, deviceClient, memoryStore } from '../../packages/device-client/src/index.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { cleanUp } from '../harness/cleanup.ts'

function client(t: TestContext, options: DeviceClientOptions) {
  const opened = deviceClient(options)
  cleanUp(t, () => opened.close())
  return opened
}

async function readings(app: TestApp, id: number): Promise<{ ts: number; metrics: Record<string, number> }[]> {
  const viewer = await app.logIn('viewer')
  return (await viewer('GET', `/api/mobile/devices/${id}/readings?limit=500`)).body.data.toReversed()
}

test('the device client works in a browser, except for the file store', async () => {
  const entry = join(import.meta.dirname, '../../packages/device-client/src')
  const bundle = (file: string) =>
    build({ entryPoints: [join(entry, file)], bundle: true, platform: 'browser', write: false, logLevel: 'silent' })
  assert.equal((await bundle('index.ts')).errors.length, 0)
  await assert.rejects(bundle('file-store.ts'), /node:fs/)
})

test('readings are stored in order, also if they are equal', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice()
  const device = client(t, { url: `${app.url}/`, token, module: 'factory' })
  const begin = Date.now()
  for (let count = 0; count < 300; count += 1) device.record({ metrics: { temperature: 22.4 } })
  await device.flush()
  const stored = await readings(app, id)
  assert.equal(stored.length, 300)
  assert.ok(stored.every(({ ts }) => ts >= begin))
  assert.deepEqual(device.status(), { waiting: 0, stored: 300, rejected: 0, dropped: 0, failure: null })
})

test('readings wait while the service is busy, and the oldest are dropped when the store is full', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice()
  await app.rows('alter table reading_rows rename to elsewhere')
  const failures: string[] = []
  let dropped = 0
  const device = client(t, {
    url: app.url,
    token,
    module: 'factory',
    store: memoryStore({ limit: 20 }),
    onDropped: (count) => (dropped += count),
    onFailure: (message) => failures.push(message),
  })
  for (let count = 0; count < 50; count += 1) device.record({ metrics: { count } })
  while (failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.match(failures[0]!, /could not be stored now.*\(503\)|went wrong.*\(500\)/)
  await app.rows('alter table elsewhere rename to reading_rows')
  await device.flush()
  assert.deepEqual(
    (await readings(app, id)).map(({ metrics }) => metrics.count),
    Array.from({ length: 20 }, (_, place) => 30 + place),
  )
  assert.equal(dropped, 30)
})

test('a rejected reading is reported and dropped, without affecting others', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice()
  const rejected: [unknown, string][] = []
  const device = client(t, { url: app.url, token, onRejected: (reading, why) => rejected.push([reading.ts, why]) })
  device.record({ module: 'factory', ts: 1_795_263_600, metrics: { temperature: 20 } })
  device.record({ module: 'factory', ts: 1_795_263_601, lat: 46 })
  device.record({ module: 'factory', ts: 1_795_263_602, metrics: { gas_type: 'x'.repeat(70_000) } })
  for (let place = 0; place < 40; place += 1) {
    device.record({ module: 'factory', ts: 1_795_263_603 + place, metrics: { ['k'.repeat(60)]: place } })
  }
  // Larger than the body limit.
  device.record({ module: 'factory', ts: 1_795_263_650, metrics: { gas_type: 'x'.repeat(1_100_000) } })
  device.record({ module: 'factory', ts: 1_795_263_651 })
  await device.flush()
  assert.equal((await readings(app, id)).length, 42)
  assert.deepEqual(
    rejected.map(([ts, why]) => [ts, why.slice(0, 30)]),
    [
      [1_795_263_601, 'lat and lng must be sent toget'],
      [1_795_263_602, '/metrics/gas_type: must have a'],
      [1_795_263_650, 'The body is too large (413)'],
    ],
  )
})

test('with an invalid token, readings stay in the store', async (t) => {
  const app = await startApp(t)
  const { id, token } = await app.createDevice()
  const store = memoryStore()
  const failed = Promise.withResolvers<string>()
  const wrong = client(t, { url: app.url, token: 'f'.repeat(64), module: 'factory', store, onFailure: failed.resolve })
  wrong.record({ metrics: { temperature: 22.4 } })
  assert.equal(await failed.promise, 'Invalid device token (401)')
  const flushed = wrong.flush()
  await Promise.all([wrong.close(), assert.rejects(flushed, /closed/)])
  assert.throws(() => wrong.record({}), /closed/)
  assert.equal(store.size(), 1)
  await client(t, { url: app.url, token, store }).flush()
  assert.equal((await readings(app, id)).length, 1)
})
