import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'
import { announceIncidents } from './harness/webhooks.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

test('the log has time, duration, outcome, IP address and response of each attempt', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const receiver = await startReceiver(t)
  const { id } = await app.createWebhook({ url: receiver.url, events: ['incident.created'] })
  receiver.answerWith(500)
  receiver.body = `<script>alert(1)</script>\0\u001b[31m${'é'.repeat(4_000)}`
  await announceIncidents(app, 1)
  await app.runJobs()
  await app.fastForward({ seconds: 10 })
  const [listed] = (await call('GET', `/api/admin/webhooks/${id}/deliveries`)).body.data
  assert.deepEqual(
    [listed.status, listed.attempts.length, listed.attempts[0].response_body],
    ['delivered', 2, undefined],
  )
  const path = `/api/admin/webhooks/${id}/deliveries/${listed.id}`
  const whole = (await call('GET', path)).body.data
  const [first, second] = whole.attempts
  assert.deepEqual(
    { ...first, duration_ms: 0, response_body: '' },
    {
      n: 1,
      at: NOW.toISOString(),
      duration_ms: 0,
      outcome: 'http_status',
      detail: 'answered 500',
      status: 500,
      address: '127.0.0.1',
      response_body: '',
    },
  )
  assert.ok(Number.isInteger(first.duration_ms))
  assert.match(first.response_body, /^<script>alert\(1\)<\/script>\[31mé+\ufffd?$/)
  assert.ok(Buffer.byteLength(first.response_body) <= 4_096 && Buffer.byteLength(first.response_body) > 4_000)
  assert.deepEqual([second.n, second.outcome], [2, 'delivered'])
  assert.equal(whole.body, receiver.requests[0]!.body)
  assert.equal((await call('GET', `/api/admin/webhooks/${id}/deliveries/999`)).status, 404)
})

test('the log can be narrowed down by status, event and time', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const receiver = await startReceiver(t)
  const { id } = await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 2)
  await app.runJobs()
  await app.fastForward({ seconds: 10 })
  receiver.status = 410
  await announceIncidents(app, 1, { firstIncident: 3 })
  await app.runJobs()
  const count = async (query: string) => {
    const { status, body } = await call('GET', `/api/admin/webhooks/${id}/deliveries?${query}`)
    return status === 200 ? body.data.length : status
  }
  const later = '2026-03-01T12:00:05Z'
  assert.deepEqual(
    [
      await count(''),
      await count('status=delivered'),
      await count('status=dead'),
      await count('status=cancelled'),
      await count('event=incident.created'),
      await count(`from=${later}`),
      await count(`to=${later}&event=incident.resolved`),
      await count('status=lost'),
      await count('event=alert.lost'),
      await count('from=yesterday'),
    ],
    [6, 4, 1, 1, 3, 2, 2, 400, 400, 400],
  )
})

test('a resent delivery has the same body and ID, and all attempts again', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  const { id } = await app.createWebhook({ url: receiver.url, events: ['incident.created'] })
  receiver.answerWith(500, 500, 500, 500)
  await announceIncidents(app, 1)
  const path = `/api/admin/webhooks/${id}/deliveries/1/redelivery`
  await app.runJobs()
  assert.equal((await call('POST', path)).status, 409)
  await app.fastForward({ minutes: 1 })
  assert.equal(receiver.requests.length, 3)
  const { status, body } = await call('POST', path)
  assert.deepEqual([status, body.data.status], [202, 'pending'])
  await app.fastForward({ seconds: 10 })
  assert.equal(receiver.requests.length, 5)
  assert.equal(new Set(receiver.requests.map((request) => request.body)).size, 1)
  assert.equal(new Set(receiver.requests.map((request) => request.headers['webhook-id'])).size, 1)
  const delivery = (await call('GET', `/api/admin/webhooks/${id}/deliveries/1`)).body.data
  assert.equal(delivery.status, 'delivered')
  assert.deepEqual(
    delivery.attempts.map(({ n }: { n: number }) => n),
    [1, 2, 3, 4, 5],
  )
  assert.equal((await call('POST', `/api/admin/webhooks/${id}/deliveries/7/redelivery`)).status, 404)
  assert.equal((await call('POST', '/api/admin/webhooks/9/deliveries/1/redelivery')).status, 404)
})

test('all failed deliveries of a time range are resent, and no successful ones', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  const { id } = await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 1)
  await app.fastForward({ seconds: 10 })
  await announceIncidents(app, 20, { firstIncident: 2 })
  const off = { enabled: false }
  await call('PATCH', `/api/admin/webhooks/${id}`, off)
  await app.fastForward({ seconds: 10 })
  const recover = (range: object) => call('POST', `/api/admin/webhooks/${id}/recovery`, range)
  assert.equal((await recover({ since: NOW.toISOString() })).status, 409)
  await call('PATCH', `/api/admin/webhooks/${id}`, { enabled: true })
  assert.deepEqual((await recover({ since: '2026-03-01T13:00:00Z' })).body.data, { requeued: 0, more: false })
  assert.deepEqual((await recover({ since: NOW.toISOString(), until: NOW.toISOString() })).body.data.requeued, 0)
  assert.equal((await recover({ since: 'the beginning' })).status, 400)
  assert.deepEqual((await recover({ since: NOW.toISOString() })).body.data, { requeued: 40, more: false })
  await app.fastForward({ seconds: 5 })
  assert.equal(receiver.requests.length, 42)
  assert.deepEqual(await app.rows("select 1 from deliveries where status <> 'delivered'"), [])
})

test('the log is kept for 30 days', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 2)
  await app.runJobs()
  const age = (days: number) =>
    app.rows(
      "update deliveries set created_at = $1::timestamptz - make_interval(days => $2) where event = 'incident.created'",
      [app.now(), days],
    )
  await age(29)
  await app.runJobs()
  assert.equal((await app.rows('select 1 from deliveries')).length, 4)
  await age(31)
  await app.runJobs()
  assert.deepEqual(await app.rows('select event from deliveries'), Array(2).fill({ event: 'incident.resolved' }))
})
