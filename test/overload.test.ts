import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { holdReadings } from './harness/held-tables.ts'
import { until } from './harness/until.ts'

test('an overloaded node answers 503 until the queue is shorter', async (t) => {
  const app = await startApp(t, { isNew: true })
  const device = await app.createDevice()
  const others = await createDevices(app, 22)
  const held = await holdReadings(t, app)

  const underWay = device.send({ ts: 1_795_263_600 })
  await held.isWaitedFor()
  // Eleven in each queue, of which the next group takes ten.
  const waiting = others.map(({ token }) => sendBatch(app, token, batchOf(51)))
  while ((await queued(app)) !== 1 + 22 * 51) await sleep(20)
  // Longer than a reading may wait.
  await sleep(600)
  const tried = device.send({ ts: 1_795_263_602 })
  await until(
    () => metricOf(app, 'tocsin_ingestion_refusals_total', { code: '503' }),
    (count) => count === 1,
  )
  assert.equal((await app.call('GET', '/healthz')).status, 200)
  await held.release()
  // Refusals are held back for up to three seconds, and no statement waits for the table for more than five.
  const refused = await tried

  assert.equal(refused.status, 503)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-5]$/)
  assert.equal(refused.headers.get('x-content-type-options'), 'nosniff')
  assert.match(refused.headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-z]+$/)
  assert.deepEqual(refused.body, { status: 'error', message: 'Too many readings at once; send it again', code: 503 })
  assert.equal((await underWay).status, 200)
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    others.map(() => 200),
  )
  assert.equal((await device.send({ ts: 1_795_263_602 })).status, 200)
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 2 + 22 * 51 }])
})

test('eight clients with full batches all get responses, and do not delay a single reading', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  const clients = await createDevices(app, 8)
  const held = await holdReadings(t, app)
  const answered: [string, number][] = []
  const note = (what: string) => (response: { status: number }) => void answered.push([what, response.status])

  const first = clients.map(({ token }) => sendBatch(app, token, batchOf(1_000)).then(note('batch')))
  const areQueued = async (count: number) => {
    while ((await queued(app)) !== count) {
      assert.deepEqual(answered, [], 'nothing is answered while the table is held')
      await sleep(50)
    }
  }
  await areQueued(8_000)
  const single = device.send({ ts: 1_795_263_600 }).then(note('single'))
  await areQueued(8_001)
  // Longer than a reading may wait where one round of turns does not fit into a group.
  await sleep(600)
  await held.release()
  await Promise.all([single, ...first])
  await Promise.all(clients.map(({ token }) => sendBatch(app, token, batchOf(1_000, 1_000)).then(note('batch'))))

  assert.deepEqual(answered, [['single', 200], ...Array.from({ length: 16 }, () => ['batch', 200])])
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 16_001 }])
})

/** Readings of the first cell that have no answer yet. */
const queued = (app: TestApp): Promise<number> => metricOf(app, 'tocsin_readings_queued', { cell: '0' })

/** A metric with these labels or, where there is only one, without. A request for all of them takes a while. */
async function metricOf(app: TestApp, name: string, labels: Record<string, string>): Promise<number> {
  const { values } = await app.service.registry.getSingleMetric(name)!.get()
  const isMeant = (of: Record<string, unknown>) =>
    Object.entries(of).every(([key, value]) => labels[key] === String(value))
  return values.find((one) => isMeant(one.labels))?.value ?? 0
}

const createDevices = (app: TestApp, count: number): Promise<TestDevice[]> =>
  Promise.all(Array.from({ length: count }, () => app.createDevice()))

const batchOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => ({ module: 'factory', ts: 1_795_260_000 + from + place }))

const sendBatch = (app: TestApp, token: string, batch: object[]) =>
  fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify(batch),
  })
