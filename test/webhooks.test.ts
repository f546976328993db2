import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { sign } from '../src/core/webhooks/sending/signature.ts'
import { startApp, type TestApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'
import { announceIncidents } from './harness/webhooks.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const ts = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)
const ONLY_ALERTS = { events: ['alert.triggered' as const] }

test('the envelope holds event, timestamp and data, and nothing else', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const monitor = await app.createDevice({ name: 'Bedside monitor', module: 'health' })
  await monitor.send({ ts: ts(app) - 5, metrics: { systolic: 185 } })
  await app.runJobs()

  const [triggered, created] = receiver.requests
  assert.deepEqual(JSON.parse(triggered!.body), {
    event: 'alert.triggered',
    timestamp: '2026-03-01T12:00:00.000Z',
    data: {
      alert_id: 1,
      device_name: 'Bedside monitor',
      severity: 'critical',
      title: 'Systolic blood pressure above 180 mmHg',
      triggered_value: 185,
      device_id: monitor.id,
      module: 'health',
      rule_key: 'health.systolic.high',
      field: 'metrics.systolic',
      threshold: 180,
      triggered_at: '2026-03-01T11:59:55.000Z',
      late: false,
      incident_id: 1,
      site: { id: 1, name: 'Home' },
    },
  })
  assert.deepEqual(JSON.parse(created!.body).data, {
    incident_id: 1,
    alert_id: 1,
    lat: null,
    lng: null,
    location_at: null,
    device_id: monitor.id,
    device_name: 'Bedside monitor',
    severity: 'critical',
    title: 'Systolic blood pressure above 180 mmHg',
    status: 'open',
    created_at: '2026-03-01T12:00:00.000Z',
    site: { id: 1, name: 'Home' },
  })
})

test('the signature is the one of Standard Webhooks', () => {
  const body = '{"test": 2432232314}'
  const signature = sign('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, body)
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('one changed byte of the body fails verification', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  const { secret } = await app.createWebhook({ url: receiver.url })
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.runJobs()
  const { body, headers } = receiver.requests[0]!
  const verifier = new Webhook(secret)
  verifier.verify(body, headers as Record<string, string>)
  assert.throws(() => verifier.verify(body.replace('critical', 'criticaL'), headers as Record<string, string>))
})

test('500, 500, 200: delivered at the third attempt, 5 and 25 seconds apart, with the same id and bytes', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const receiver = await startReceiver(t)
  const webhook = await app.createWebhook({ url: receiver.url, ...ONLY_ALERTS })
  receiver.answerWith(500, 500, 200)
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.runJobs()
  assert.equal(receiver.requests.length, 1)
  await app.fastForward({ seconds: 3 })
  assert.equal(receiver.requests.length, 1)
  await app.fastForward({ seconds: 4 })
  assert.equal(receiver.requests.length, 2)
  await app.fastForward({ seconds: 16 })
  assert.equal(receiver.requests.length, 2)
  await app.fastForward({ seconds: 14 })

  assert.equal(receiver.requests.length, 3)
  assert.equal(new Set(receiver.requests.map((request) => request.body)).size, 1)
  assert.equal(new Set(receiver.requests.map((request) => request.headers['webhook-id'])).size, 1)
  assert.equal(new Set(receiver.requests.map((request) => request.headers['webhook-timestamp'])).size, 3)
  for (const { body, headers } of receiver.requests) {
    const at = Number(headers['webhook-timestamp'])
    assert.equal(headers['webhook-signature'], sign(webhook.secret, String(headers['webhook-id']), at, body))
  }
  const [delivery] = (await call('GET', `/api/admin/webhooks/${webhook.id}/deliveries`)).body.data
  assert.equal(delivery.status, 'delivered')
  assert.deepEqual(
    delivery.attempts.map((attempt: { n: number; outcome: string; status: number }) => [
      attempt.n,
      attempt.outcome,
      attempt.status,
    ]),
    [
      [1, 'http_status', 500],
      [2, 'http_status', 500],
      [3, 'delivered', 200],
    ],
  )
})

test('always 500: exactly three requests, then the delivery is dead', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, ...ONLY_ALERTS })
  receiver.answerWith(500, 500, 500, 500, 500)
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.fastForward({ minutes: 3 })
  assert.equal(receiver.requests.length, 3)
  assert.deepEqual(await app.rows('select status, next_attempt_at from deliveries'), [
    { status: 'dead', next_attempt_at: null },
  ])
})

test('Retry-After of a receiver is respected', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, ...ONLY_ALERTS })
  receiver.answerWith(503)
  receiver.headers = { 'retry-after': '120' }
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.fastForward({ seconds: 119 })
  assert.equal(receiver.requests.length, 1)
  await app.fastForward({ seconds: 2 })
  assert.equal(receiver.requests.length, 2)
})

test('410 Gone disables the webhook and cancels its waiting deliveries', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  receiver.answerWith(410)
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.runJobs()
  assert.equal(receiver.requests.length, 1)
  assert.deepEqual(await app.rows('select enabled, disabled_reason from webhooks'), [
    { enabled: false, disabled_reason: 'The receiver answered 410 Gone' },
  ])
  assert.deepEqual(await app.rows('select status from deliveries order by id'), [
    { status: 'dead' },
    { status: 'cancelled' },
  ])
})

test('a redirect is a failure and is not followed', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  const canary = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, ...ONLY_ALERTS })
  receiver.headers = { location: canary.url }
  receiver.answerWith(302, 307, 308)
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.fastForward({ minutes: 1 })
  assert.deepEqual([receiver.requests.length, canary.requests.length], [3, 0])
})

test('deliveries of one incident keep their order, also while the first is being retried', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  receiver.answerWith(500, 500)
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  await app.runJobs()
  assert.deepEqual(
    receiver.requests.map((request) => request.event),
    ['alert.triggered'],
  )
  await app.fastForward({ minutes: 1 })
  assert.deepEqual(
    receiver.requests.map((request) => request.event),
    ['alert.triggered', 'alert.triggered', 'alert.triggered', 'incident.created'],
  )
})

test('ten receivers that hang delay none of fifty others', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const [hanging, quick] = [await startReceiver(t), await startReceiver(t)]
  hanging.delayMs = 60_000
  for (let n = 0; n < 10; n += 1) await app.createWebhook({ url: `${hanging.url}?${n}`, events: ['incident.created'] })
  for (let n = 0; n < 50; n += 1) await app.createWebhook({ url: `${quick.url}?${n}`, events: ['incident.created'] })
  // Enough for the hanging receivers to use all connections they can get.
  await announceIncidents(app, 4)
  await until(() => hanging.requests.length === 40 && quick.requests.length === 200)
  // Few, so that they take far less than the ten seconds for which the others hang.
  await announceIncidents(app, 2, { firstIncident: 5 })
  await until(() => quick.requests.length === 300)
  // All are there before the first of those that hang has been given up.
  assert.equal(hanging.requests.length, 40)
})

async function until(condition: () => boolean): Promise<void> {
  const patience = AbortSignal.timeout(30_000)
  while (!condition()) await setTimeout(10, undefined, { signal: patience })
}

test('a delivery claimed by a node that died is taken over after a minute', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, ...ONLY_ALERTS })
  await (await app.createDevice({ module: 'worker' })).send({ flags: { panic_pressed: true } })
  const leaseEnds = new Date(app.now().getTime() + 60_000)
  await app.rows('update deliveries set leased_until = $1', [leaseEnds])
  await app.fastForward({ seconds: 59 })
  assert.equal(receiver.requests.length, 0)
  await app.fastForward({ seconds: 1 })
  assert.equal(receiver.requests.length, 1)
})

test('a webhook gets only the events, severities, modules and tags of its filters', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: `${receiver.url}?severity`, min_severity: 'critical', ...ONLY_ALERTS })
  await app.createWebhook({ url: `${receiver.url}?module`, modules: ['vehicle'] })
  await app.createWebhook({ url: `${receiver.url}?tag`, tags: ['ward-3', 'ward-4'], events: ['incident.created'] })
  const tagged = await app.createDevice({ module: 'factory', tags: ['ward-3'] })
  await tagged.send({ metrics: { smoke_level: 1.5 } })
  await app.runJobs()
  assert.deepEqual(
    receiver.requests.map((request) => [request.event, request.data.severity]),
    [['incident.created', 'warning']],
  )
})
