import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'
import { announceIncidents } from './harness/webhooks.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

const stateOf = async (app: TestApp, id: number) =>
  (await (await app.logIn('operator'))('GET', `/api/admin/webhooks/${id}`)).body.data

test('after five failures in a row deliveries are held, and only probes go out', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  receiver.status = 500
  const { id } = await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 20)
  await app.runJobs()
  const before = receiver.requests.length
  assert.ok(before >= 5 && before <= 8, `${before} requests before the breaker opened`)
  const webhook = (await call('GET', `/api/admin/webhooks/${id}`)).body.data
  assert.deepEqual([webhook.state, webhook.failing_since], ['held', NOW.toISOString()])
  assert.equal(webhook.next_probe_at, '2026-03-01T12:00:30.000Z')
  const held = (await call('GET', `/api/admin/webhooks/${id}/deliveries?status=held&limit=500`)).body.data
  assert.equal(held.length, 40)
  assert.deepEqual(
    new Set(held.map((delivery: { next_attempt_at: string }) => delivery.next_attempt_at)),
    new Set(['2026-03-01T12:00:30.000Z']),
  )

  // One after 30 seconds, then after 1, 2, 4 and 8 minutes, then every 15.
  for (const [afterS, probes] of [
    [29, 0],
    [1, 1],
    [59, 1],
    [1, 2],
    [119, 2],
    [1, 3],
  ] as const) {
    await app.fastForward({ seconds: afterS })
    assert.equal(receiver.requests.length - before, probes)
  }
  assert.deepEqual(await app.rows("select 1 from deliveries where status not in ('pending', 'retrying')"), [])
})

test('5,000 deliveries held during an outage all arrive once, oldest first, and in order per incident', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const receiver = await startReceiver(t)
  receiver.status = 503
  const { id } = await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 500)
  await app.fastForward({ minutes: 2 })
  await announceIncidents(app, 2_000, { firstIncident: 501 })
  receiver.status = 200
  receiver.requests.length = 0
  // The next probe is three and a half minutes after the beginning.
  await app.fastForward({ seconds: 95 })
  assert.ok(receiver.requests.length > 0)
  await app.fastForward({ seconds: 100 })
  assert.equal((await stateOf(app, id)).state, 'active')
  assert.equal(receiver.requests.length, 5_000)
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 5_000)
  assert.deepEqual(await app.rows("select 1 from deliveries where status <> 'delivered'"), [])
  for (const [incident, requests] of Map.groupBy(receiver.requests, (request) => request.data.incident_id)) {
    const story = requests.map(({ event }) => event)
    assert.deepEqual(story, ['incident.created', 'incident.resolved'], `incident ${incident}`)
  }
  const isOld = ({ data }: { data: Record<string, unknown> }) => Number(data.incident_id) <= 500
  const lastOld = receiver.requests.findLastIndex(isOld)
  assert.ok(lastOld < 1_100, `the messages of before came first: the last was number ${lastOld}`)
})

test('held deliveries are released oldest first, including those that had failed before the webhook was disabled', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const receiver = await startReceiver(t)
  receiver.status = 500
  await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 60)
  await app.runJobs()
  const failed = new Set(receiver.requests.map(({ data }) => data.incident_id))
  receiver.status = 200
  receiver.requests.length = 0
  await app.fastForward({ seconds: 35 })
  assert.equal(receiver.requests.length, 120)
  const isOld = ({ event, data }: { event: string; data: Record<string, unknown> }) =>
    event === 'incident.created' && failed.has(data.incident_id)
  assert.ok(receiver.requests.findLastIndex(isOld) < 30, `number ${receiver.requests.findLastIndex(isOld)} of 120`)
})

test('held deliveries are released at fifty a second at most', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const receiver = await startReceiver(t)
  receiver.status = 500
  const { id } = await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 200)
  await app.runJobs()
  receiver.status = 200
  receiver.requests.length = 0
  await app.fastForward({ seconds: 30 })
  assert.equal((await stateOf(app, id)).state, 'recovering')
  const counts: number[] = []
  for (let second = 0; second < 10; second += 1) {
    counts.push(receiver.requests.length)
    await app.fastForward({ seconds: 1 })
  }
  const perSecond = counts.slice(1).map((count, place) => count - counts[place]!)
  assert.ok(Math.max(...perSecond) <= 51, `at most fifty a second: ${perSecond}`)
  assert.ok(counts.at(-1)! >= 350, `and no slower: ${counts.at(-1)}`)
})

test('a delivery that died in the outage, before the breaker opened, is not lost', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const receiver = await startReceiver(t)
  receiver.status = 500
  await app.createWebhook({ url: receiver.url })
  // One lane: three attempts for the first message, then two for the second.
  await announceIncidents(app, 1)
  await app.fastForward({ minutes: 1 })
  assert.deepEqual(await app.rows('select status from deliveries order by id'), [
    { status: 'dead' },
    { status: 'retrying' },
  ])
  receiver.status = 200
  receiver.requests.length = 0
  await app.fastForward({ minutes: 3 })
  assert.deepEqual(receiver.requests.map(({ event }) => event).toSorted(), ['incident.created', 'incident.resolved'])
  assert.deepEqual(await app.rows("select 1 from deliveries where status <> 'delivered'"), [])
})

test('a receiver unreachable for five days is disabled with a reason', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const receiver = await startReceiver(t)
  receiver.status = 500
  const { id } = await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 5)
  await app.runJobs()
  const longAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)
  await app.rows('update webhooks set breaker_opened_at = $1', [longAgo(5 * 86_400 - 60)])
  await app.fastForward({ seconds: 30 })
  assert.equal((await stateOf(app, id)).state, 'held')
  await app.fastForward({ seconds: 61 })
  const webhook = await stateOf(app, id)
  assert.deepEqual(
    [webhook.state, webhook.enabled, webhook.disabled_reason],
    ['disabled', false, 'No attempt has succeeded for five days'],
  )
  assert.deepEqual(await app.rows("select 1 from deliveries where status <> 'cancelled'"), [])
  const changes = await app.rows<{ action: string; after: object }>(
    "select action, after from audit_entries where action like 'webhook.%'",
  )
  assert.deepEqual(changes.at(-1), {
    action: 'webhook.disabled',
    after: { enabled: false, reason: 'No attempt has succeeded for five days' },
  })
})

test('a successful test closes the breaker', async (t) => {
  const app = await startApp(t, { isNew: true, startsAt: NOW })
  const call = await app.logIn('admin')
  const receiver = await startReceiver(t)
  receiver.status = 500
  const { id } = await app.createWebhook({ url: receiver.url })
  await announceIncidents(app, 5)
  await app.runJobs()
  const failed = await call('POST', `/api/admin/webhooks/${id}/test`)
  assert.deepEqual([failed.status, failed.body.data.attempt.outcome], [200, 'http_status'])
  assert.equal((await stateOf(app, id)).state, 'held')
  receiver.status = 200
  const delivered = await call('POST', `/api/admin/webhooks/${id}/test`)
  assert.equal(delivered.body.data.attempt.detail, 'answered 200')
  await app.fastForward({ seconds: 7 })
  assert.deepEqual(
    await app.rows("select 1 from deliveries where event <> 'webhook.test' and status <> 'delivered'"),
    [],
  )
})
