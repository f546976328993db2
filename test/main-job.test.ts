import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { repeat } from '../src/platform/repeat.ts'
import { startApp, type TestDevice } from './harness/app.ts'
import { cleanUp } from './harness/cleanup.ts'
import { startReceiver } from './harness/receiver.ts'
import { until } from './harness/until.ts'

/** Longer than any test. */
const HOUR_MS = 3_600_000

test('one reading becomes an alert, an incident, and two signed webhooks, which wait for no look into the outbox', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  const webhook = await app.createWebhook({ url: receiver.url })
  const [monitor, other] = [
    await app.createDevice({ name: 'Bedside monitor', module: 'health' }),
    await app.createDevice({ module: 'health' }),
  ]
  const { step, wake } = app.service.jobs.find(({ name }) => name === 'deliver webhooks')!
  const stop = new AbortController()
  const faults: unknown[] = []
  const delivering = repeat(() => step(app.now()), {
    ...{ restMs: HOUR_MS, signal: stop.signal, onError: (error) => void faults.push(error) },
    ...(wake ? { wake } : {}),
  })
  cleanUp(t, () => {
    stop.abort()
    return delivering
  })

  /** Sends a dangerous reading. Returns the answer, and the webhooks that follow it. */
  async function raise(device: TestDevice) {
    const before = receiver.requests.length
    const answer = await device.send({ ts: 1_750_000_000, lat: 46.05, lng: 14.5, metrics: { systolic: 185 } })
    const requests = await until(
      async () => receiver.requests.slice(before),
      ({ length }) => length === 2,
    )
    const [triggered, created] = ['alert.triggered', 'incident.created'].map(
      (event) => requests.find((request) => request.event === event)!,
    )
    return { answer, triggered: triggered!, created: created! }
  }
  const { answer, triggered, created } = await raise(monitor)
  assert.deepEqual([answer.status, answer.body], [200, { status: 'ok', ts: 1_750_000_000 }])
  assert.equal(triggered.data.device_name, 'Bedside monitor')
  assert.equal(triggered.data.severity, 'critical')
  assert.equal(triggered.data.triggered_value, 185)
  assert.equal(created.data.alert_id, triggered.data.alert_id)
  assert.deepEqual([created.data.lat, created.data.lng], [46.05, 14.5])
  // The first look, without a call, may have found those of the first reading, but not these.
  await app.service.webhooksIdle()
  await raise(other)
  for (const { body, headers } of receiver.requests) {
    new Webhook(webhook.secret).verify(body, headers as Record<string, string>)
  }
  assert.deepEqual(faults, [])
})
