import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startApp, type TestDevice } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'

test('one reading becomes an alert, an incident, and two signed webhooks within 250 ms of its answer', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const receiver = await startReceiver(t)
  const webhook = await app.createWebhook({ url: receiver.url })
  const monitor = await app.createDevice({ name: 'Bedside monitor', module: 'health' })

  /** Sends a dangerous reading. Returns the answer, and the webhooks that follow it. */
  async function raise(device: TestDevice) {
    const before = receiver.requests.length
    const answer = await device.send({ ts: 1_750_000_000, lat: 46.05, lng: 14.5, metrics: { systolic: 185 } })
    const answeredAt = performance.now()
    while (receiver.requests.length < before + 2 && performance.now() - answeredAt < 10_000) {
      await new Promise((later) => setTimeout(later, 5))
    }
    const [triggered, created] = ['alert.triggered', 'incident.created'].map((event) =>
      receiver.requests.slice(before).find((request) => request.event === event),
    )
    return { answer, triggered, created, took: created === undefined ? 10_000 : created.at - answeredAt }
  }
  const { answer, triggered, created, took } = await raise(monitor)
  assert.deepEqual([answer.status, answer.body], [200, { status: 'ok', ts: 1_750_000_000 }])

  assert.ok(triggered && created)
  assert.equal(triggered.data.device_name, 'Bedside monitor')
  assert.equal(triggered.data.severity, 'critical')
  assert.equal(triggered.data.triggered_value, 185)
  assert.equal(created.data.alert_id, triggered.data.alert_id)
  assert.deepEqual([created.data.lat, created.data.lng], [46.05, 14.5])
  for (const { body, headers } of receiver.requests) {
    new Webhook(webhook.secret).verify(body, headers as Record<string, string>)
  }

  // On a machine that is busy with other tests, the best of some.
  const times = [took]
  while (Math.min(...times) >= 250 && times.length < 5) {
    times.push((await raise(await app.createDevice({ module: 'health' }))).took)
  }
  assert.ok(Math.min(...times) < 250, `they took ${times.map(Math.round).join(', ')} ms`)
})
