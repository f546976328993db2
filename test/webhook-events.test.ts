import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../src/core/webhooks/events/webhook-events.ts'
import { startApp } from './harness/app.ts'
import { documentValidator } from './harness/document-validator.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

test('subscribed receivers get each step of alerts, incidents and devices, as documented', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const receiver = await startReceiver(t)
  const usual = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: [...WEBHOOK_EVENTS] })
  await app.createWebhook({ url: usual.url })
  const monitor = await app.createDevice({ name: 'Bedside', module: 'health', offline_after_s: 600 })
  const seconds = () => Math.floor(app.now().getTime() / 1_000)
  const send = async (heart_rate: number) => {
    await monitor.send({ ts: seconds(), metrics: { heart_rate } })
    await app.fastForward({ seconds: 1 })
  }
  const told = (event: WebhookEvent) => receiver.received(event).length

  // A warning holds for two minutes, becomes critical, is acknowledged, and resolves.
  for (let minute = 0; minute < 4; minute += 1) {
    await send(120)
    await app.fastForward({ minutes: 1 })
  }
  assert.deepEqual([told('alert.triggered'), told('incident.created'), told('alert.escalated')], [1, 1, 0])
  await send(150)
  assert.equal(told('alert.escalated'), 1)
  await call('POST', '/api/mobile/incidents/1/acknowledgement')
  await app.runJobs()
  assert.deepEqual([told('incident.acknowledged'), told('alert.acknowledged')], [1, 1])
  await call('POST', '/api/mobile/alerts/1/resolution')
  await app.fastForward({ minutes: 6 })
  assert.deepEqual([told('alert.resolved'), told('incident.resolved')], [1, 1])

  // Another one is resolved by a person and returns within its cooldown.
  const other = await app.createDevice({ name: 'Ward', module: 'health' })
  const breach = () => other.send({ ts: seconds(), metrics: { systolic: 190 } })
  await breach()
  await call('POST', '/api/mobile/incidents/2/resolution', {})
  assert.equal(told('incident.reopened'), 0)
  await app.fastForward({ minutes: 2 })
  await breach()
  await app.runJobs()
  assert.deepEqual([told('incident.reopened'), told('alert.triggered')], [1, 2])

  await app.fastForward({ minutes: 11 })
  assert.equal(receiver.received('device.offline').filter(({ data }) => data.device_id === monitor.id).length, 1)
  await send(80)
  assert.equal(told('device.online'), 1)
  assert.equal(receiver.received('device.online')[0]!.data.device_name, 'Bedside')

  const document = (await app.call('GET', '/openapi.json')).body
  const validator = documentValidator(document)
  for (const { event, body } of receiver.requests) {
    const schema = `#/webhooks/${event}/post/requestBody/content/application~1json/schema`
    assert.equal(validator.faultAt(schema, JSON.parse(body)), null, event)
  }
  const usualEvents = new Set(usual.requests.map(({ event }) => event))
  assert.deepEqual([...usualEvents].sort(), [
    'alert.triggered',
    'device.offline',
    'incident.created',
    'incident.resolved',
  ])
})
