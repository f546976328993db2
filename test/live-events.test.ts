import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './harness/app.ts'
import { openEvents } from './harness/event-source.ts'
import { startReceiver } from './harness/receiver.ts'

const kinds = (source: { events: { data: { event?: string } }[] }) =>
  source.events.flatMap(({ data }) => (data.event === undefined ? [] : [data.event]))

test('a stream sends changes of alerts, incidents and devices with ids and short facts', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const source = await openEvents(t, app, authorization)
  assert.equal(source.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(source.headers.get('x-accel-buffering'), 'no')
  const operator = await app.logIn('operator')
  const { id, token } = (await operator('POST', '/api/admin/devices', { name: 'Monitor', module: 'health' })).body.data
  const send = (reading: object) =>
    fetch(`${app.url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { 'x-device-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ module: 'health', ...reading }),
    })
  await send({ metrics: { systolic: 185 } })
  await send({ metrics: { systolic: 186 } })
  const triggered = await source.waitFor(({ data }) => data.event === 'alert.triggered')
  const { alert_id, incident_id } = triggered.data
  assert.equal(triggered.event, 'alert')
  assert.deepEqual(triggered.data, {
    event: 'alert.triggered',
    alert_id,
    device_id: id,
    severity: 'critical',
    current_severity: 'critical',
    status: 'firing',
    incident_id,
  })
  await operator('POST', `/api/mobile/alerts/${alert_id}/acknowledgement`)
  await operator('POST', `/api/mobile/incidents/${incident_id}/resolution`)
  await source.waitFor(({ data }) => data.event === 'incident.resolved')
  await operator('PATCH', `/api/admin/devices/${id}`, { enabled: false })
  await source.waitFor(({ data }) => data.event === 'device.changed')
  const told = kinds(source).filter((kind) => kind !== 'device.reading')
  assert.deepEqual(told.toSorted(), [
    'alert.acknowledged',
    'alert.resolved',
    'alert.triggered',
    'device.changed',
    'device.created',
    'device.status',
    // With its only alert.
    'incident.acknowledged',
    'incident.alert_acknowledged',
    'incident.alert_resolved',
    'incident.created',
    'incident.resolved',
  ])
  const status = source.events.find(({ data }) => data.event === 'device.status')
  assert.deepEqual(status?.data, { event: 'device.status', device_id: id, status: 'online' })
})

test('readings are announced by device, at most once a second, and are not replayed', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const one = await app.createDevice({ name: 'One' })
  const other = await app.createDevice({ name: 'Other' })
  const source = await openEvents(t, app, authorization, { query: 'topics=reading' })
  const ofOne = await openEvents(t, app, authorization, { query: `topics=reading&device_id=${one.id}` })
  const has = (id: number) => (event: { event: string; data: { device_ids?: number[] } }) =>
    event.event === 'reading' && event.data.device_ids!.includes(id)
  const started = performance.now()
  for (let count = 0; count < 60; count += 1) {
    await one.send({ ts: 1_750_000_000 + count, metrics: { gas_ppm: 1 } })
    await other.send({ ts: 1_750_000_000 + count, metrics: { gas_ppm: 1 } })
  }
  await source.waitFor(has(other.id))
  await ofOne.waitFor(has(one.id))
  const told = source.events.filter(has(one.id)).length
  const seconds = (performance.now() - started) / 1_000
  assert.ok(told <= seconds + 1, `${told} in ${seconds} s`)
  assert.ok(ofOne.events.every(({ event, data }) => event !== 'reading' || data.device_ids.join() === String(one.id)))
  const again = await openEvents(t, app, authorization, { lastEventId: ofOne.lastEventId() })
  assert.ok(!kinds(again).includes('device.reading'))
})

test('a stream sends only the requested topics and devices', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const one = await app.createDevice({ name: 'One', module: 'health' })
  const other = await app.createDevice({ name: 'Other', module: 'health' })
  const source = await openEvents(t, app, authorization, { query: `topics=alert,incident&device_id=${other.id}` })
  await one.send({ metrics: { systolic: 185 } })
  await other.send({ metrics: { systolic: 185 } })
  await source.waitFor(({ data }) => data.event === 'incident.created')
  await source.waitFor(({ data }) => data.event === 'alert.triggered')
  assert.deepEqual([...new Set(source.events.slice(1).map(({ data }) => data.device_id))], [other.id])
})

test('changes of rules and webhooks are sent only to people who may read them', async (t) => {
  const app = await startApp(t)
  const viewer = await app.logIn('viewer')
  const operator = await app.logIn('operator')
  const admin = await app.logIn('admin')
  const receiver = await startReceiver(t)
  receiver.answerWith(500)
  const [seen, all] = [await openEvents(t, app, viewer.authorization), await openEvents(t, app, operator.authorization)]
  assert.equal((await openEvents(t, app, viewer.authorization, { query: 'topics=alert,webhook' })).status, 403)
  const hook = { name: 'Pager', url: receiver.url }
  const { id } = (await admin('POST', '/api/admin/webhooks', hook)).body.data
  await (await app.createDevice({ module: 'health' })).send({ metrics: { systolic: 185 } })
  await app.runJobs()
  const failed = await all.waitFor(({ data }) => data.event === 'webhook.delivery_failed')
  assert.equal(failed.data.webhook_id, id)
  assert.equal(failed.data.status, 'retrying')
  assert.deepEqual(all.events.find(({ data }) => data.event === 'webhook.created')?.data, {
    event: 'webhook.created',
    webhook_id: id,
  })
  await seen.waitFor(({ data }) => data.event === 'alert.triggered')
  assert.ok(!kinds(seen).some((kind) => kind.startsWith('webhook')))
})

test('invalid requests for streams are refused', async (t) => {
  const app = await startApp(t)
  const { authorization } = await app.logIn('viewer')
  const status = async (query: string, bearer = authorization) => (await openEvents(t, app, bearer, { query })).status
  assert.equal(await status('', 'Bearer x'), 401)
  for (const query of ['topics=', 'topics=weather', 'topics=alert,', 'device_id=0', 'device_id=x', 'device_id=1,']) {
    assert.equal(await status(query), 400, query)
  }
  const ids = Array.from({ length: 101 }, (_, place) => place + 1)
  assert.equal(await status(`device_id=${ids}`), 400)
  assert.equal((await app.call('POST', '/events')).status, 405)
})
