import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'

test('one reading becomes an alert, an incident, and two signed webhooks within 250 ms of its answer', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const receiver = await startReceiver(t)
  const webhook = await app.createWebhook({ url: receiver.url })
  const monitor = await app.createDevice({ name: 'Bedside monitor', module: 'health' })

  const answer = await monitor.send({ ts: 1_750_000_000, lat: 46.05, lng: 14.5, metrics: { systolic: 185 } })
  const answeredAt = performance.now()
  assert.deepEqual([answer.status, answer.body], [200, { status: 'ok', ts: 1_750_000_000 }])

  while (receiver.requests.length < 2 && performance.now() - answeredAt < 2_000) {
    await new Promise((later) => setTimeout(later, 5))
  }
  const [triggered] = receiver.received('alert.triggered')
  const [created] = receiver.received('incident.created')
  assert.ok(triggered && created)
  assert.ok(created.at - answeredAt < 250, `it took ${Math.round(created.at - answeredAt)} ms`)
  assert.equal(triggered.data.device_name, 'Bedside monitor')
  assert.equal(triggered.data.severity, 'critical')
  assert.equal(triggered.data.triggered_value, 185)
  assert.equal(created.data.alert_id, triggered.data.alert_id)
  assert.deepEqual([created.data.lat, created.data.lng], [46.05, 14.5])
  for (const { body, headers } of receiver.requests) {
    new Webhook(webhook.secret).verify(body, headers as Record<string, string>)
  }
})
