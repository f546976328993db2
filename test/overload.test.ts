import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from './harness/app.ts'
import { holdReadings } from './harness/held-tables.ts'

test('while more wait than the next group holds, and too long, others are turned away and taken again afterwards', async (t) => {
  const app = await startApp(t)
  const device = await app.createDevice()
  const held = await holdReadings(t, app)

  const underWay = device.send({ ts: 1_795_263_600 })
  await held.isWaitedFor()
  // One more than a group holds.
  const batch = Array.from({ length: 501 }, (_, place) => ({ module: 'factory', ts: 1_795_260_000 + place }))
  const waiting = sendBatch(app, device.token, batch)
  await sleep(1_000)
  const late = device.send({ ts: 1_795_263_602 })
  assert.equal((await app.call('GET', '/healthz')).status, 200)
  await held.release()

  const refused = await late
  assert.equal(refused.status, 503)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-5]$/)
  assert.equal(refused.headers.get('x-content-type-options'), 'nosniff')
  assert.match(refused.headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-z]+$/)
  assert.deepEqual(refused.body, { status: 'error', message: 'Too many readings at once; send it again', code: 503 })
  assert.deepEqual([(await underWay).status, (await waiting).status], [200, 200])
  assert.equal((await device.send({ ts: 1_795_263_602 })).status, 200)
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 503 }])
})

const sendBatch = (app: TestApp, token: string, batch: object[]) =>
  fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify(batch),
  })
