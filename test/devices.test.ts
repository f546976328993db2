import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

/** Requests of one person with custom headers. */
async function bearer(app: TestApp, role: 'operator' | 'admin' = 'operator') {
  const call = await app.logIn(role)
  const headers = { authorization: call.authorization, 'content-type': 'application/json' }
  return (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

test('a change of a device keeps fields that it does not name', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const added = await call('POST', '/api/admin/devices', {
    name: ' Boiler room ',
    module: 'factory',
    tags: ['cellar', 'cellar', 'gas'],
    notes: 'Key at the porter',
    expected_interval_s: 60,
  })
  assert.equal(added.status, 201)
  const { id, token, ...device } = added.body.data
  assert.deepEqual([device.name, device.tags, device.offline_after_s], ['Boiler room', ['cellar', 'gas'], null])
  assert.equal(device.token_hint, token.slice(-4))

  const change = { name: 'Boiler room 2', tags: [], expected_interval_s: null, offline_after_s: 30 }
  const changed = await call('PATCH', `/api/admin/devices/${id}`, change)
  assert.deepEqual(changed.body.data, { ...device, id, ...change })
  const disabled = await call('PATCH', `/api/admin/devices/${id}`, { enabled: false })
  assert.deepEqual(disabled.body.data, { ...device, id, ...change, enabled: false })
  assert.deepEqual((await call('GET', `/api/mobile/devices/${id}`)).body, disabled.body)
})

test('a conflicting edit of a device is rejected', async (t) => {
  const app = await startApp(t)
  const ana = await bearer(app)
  const bo = await bearer(app)
  const { id } = await app.createDevice({ name: 'Boiler' })
  const path = `/api/admin/devices/${id}`
  const read = await ana('GET', path)
  const etag = read.headers.get('etag')!
  assert.match(etag, /^"\d+"$/)

  const first = await bo('PATCH', path, { notes: 'from Bo' }, { 'if-match': etag })
  assert.equal(first.status, 200)
  const late = await ana('PATCH', path, { notes: 'from Ana' }, { 'if-match': etag })
  assert.equal(late.status, 412)
  const refusal = { status: 'error', message: 'It was changed meanwhile; read it again', code: 412 }
  assert.deepEqual(await late.json(), refusal)
  assert.equal((await ana('DELETE', path, undefined, { 'if-match': etag })).status, 412)
  for (const never of ['"0"', 'W/"1"', 'nonsense', '"a", "b"']) {
    assert.equal((await ana('PATCH', path, { notes: 'x' }, { 'if-match': never })).status, 412, never)
  }

  const again = await ana('GET', path)
  assert.equal(((await again.json()) as { data: { notes: string } }).data.notes, 'from Bo')
  const fresh = { 'if-match': `"999", ${again.headers.get('etag')}` }
  assert.equal((await ana('PATCH', path, { notes: 'from both' }, fresh)).status, 200)
  assert.equal((await ana('PATCH', path, { notes: 'whatever it was' }, { 'if-match': '*' })).status, 200)
  assert.equal((await ana('PATCH', path, { notes: 'unconditional' })).status, 200)
})

test('readings change no ETag: an active device can be edited', async (t) => {
  const app = await startApp(t)
  const call = await bearer(app)
  const boiler = await app.createDevice()
  const etag = (await call('GET', `/api/mobile/devices/${boiler.id}`)).headers.get('etag')!
  await boiler.send({ metrics: { gas_ppm: 3 } })
  const changed = await call('PATCH', `/api/admin/devices/${boiler.id}`, { notes: 'x' }, { 'if-match': etag })
  assert.equal(changed.status, 200)
})

test('a shorter offline threshold applies at once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const boiler = await app.createDevice({ offline_after_s: 3_600 })
  await app.runJobs()
  await boiler.send({})
  await app.fastForward({ minutes: 2 })
  await call('PATCH', `/api/admin/devices/${boiler.id}`, { offline_after_s: 150 })
  const status = async () => (await call('GET', `/api/mobile/devices/${boiler.id}`)).body.data.status
  await app.fastForward({ seconds: 29 })
  assert.equal(await status(), 'online')
  await app.fastForward({ seconds: 2 })
  assert.equal(await status(), 'offline')
})

test('a deleted device disappears at once, except from its incidents', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url, events: ['incident.resolved'] })
  const operator = await app.logIn('operator')
  const monitor = await app.createDevice({ name: 'Bedside monitor', module: 'health' })
  const other = await app.createDevice({ module: 'health' })
  for (const device of [monitor, other]) await device.send({ metrics: { systolic: 185 } })

  const path = `/api/admin/devices/${monitor.id}`
  assert.deepEqual((await operator('DELETE', path)).body, { status: 'ok', data: null })
  // Nodes remember tokens, and forget them when they hear of the change.
  await t.waitFor(async () => assert.equal((await monitor.send({})).status, 401), { interval: 20, timeout: 10_000 })
  for (const [method, address, body] of [
    ['GET', path],
    ['GET', `/api/mobile/devices/${monitor.id}`],
    ['GET', `/api/mobile/devices/${monitor.id}/readings`],
    ['PATCH', path, { name: 'x' }],
    ['POST', `${path}/token`],
    ['DELETE', path],
  ] as const) {
    const { status } = await operator(method, address, body)
    assert.equal(status, 404, `${method} ${address}`)
  }
  const listed = (await operator('GET', '/api/mobile/devices')).body.data
  assert.deepEqual(
    listed.map(({ id }: { id: number }) => id),
    [other.id],
  )

  await app.runJobs()
  const incident = (await operator('GET', '/api/mobile/incidents/1')).body.data
  const { status, resolution, note, device_name } = incident
  assert.deepEqual([status, resolution, device_name], ['resolved', 'device_deleted', 'Bedside monitor'])
  assert.equal(note, 'The device was deleted')
  assert.equal(incident.resolved_by.email, operator.email)
  const alert = (await operator('GET', '/api/mobile/alerts/1')).body.data
  assert.deepEqual([alert.status, alert.resolve_reason], ['resolved', 'device_deleted'])
  assert.deepEqual(
    receiver.received('incident.resolved').map(({ data }) => data.incident_id),
    [1],
  )
})

test('the readings of a deleted device are erased, and no others', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const operator = await app.logIn('operator')
  const gone = await app.createDevice({ name: 'Gone', tags: ['secret'] })
  const kept = await app.createDevice({ name: 'Kept' })
  for (const device of [gone, kept]) {
    for (const hour of [1, 2, 3]) {
      const ts = NOW.getTime() / 1_000 - hour * 3_600
      await device.send({ ts, lat: 1, lng: 2, metrics: { gas_ppm: hour } })
    }
  }
  await app.fastForward({ seconds: 10 })
  await app.rows(`insert into minute_metrics (device_id, field, hour, minutes, counts, mins, maxs, sums)
    select distinct on (device_id) device_id, field, hour, '{0}'::smallint[], array[count], array[min], array[max], array[sum]
    from hourly_metrics`)
  await operator('DELETE', `/api/admin/devices/${gone.id}`)
  await app.runJobs()
  const left = (table: string) => app.rows(`select distinct device_id from ${table} order by device_id`)
  assert.deepEqual(await left('readings'), [{ device_id: gone.id }, { device_id: kept.id }])
  await app.fastForward({ minutes: 2 })
  for (const table of ['readings', 'hourly_metrics', 'minute_metrics', 'device_states']) {
    assert.deepEqual(await left(table), [{ device_id: kept.id }], table)
  }
  const rows = await app.rows('select name, tags, notes from devices where id = $1', [gone.id])
  assert.deepEqual(rows, [{ name: 'Gone', tags: [], notes: '' }])
})

test('devices are found by module, status, tag, part of the name and whether they are enabled', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('viewer')
  const boiler = await app.createDevice({ name: 'Boiler 100%', module: 'factory', tags: ['cellar', 'gas'] })
  const pump = await app.createDevice({ name: 'Pump_1', module: 'home_infra', tags: ['cellar'] })
  const van = await app.createDevice({ name: 'Van', module: 'fleet' })
  await boiler.send({})
  await app.rows('update devices set enabled = false where id = $1', [van.id])
  const found = async (query: string) => {
    const { status, body } = await call('GET', `/api/mobile/devices?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await found('module=factory,fleet'), [boiler.id, van.id])
  assert.deepEqual(await found('status=never_seen'), [pump.id, van.id])
  assert.deepEqual(await found('status=online,offline'), [boiler.id])
  assert.deepEqual(await found('tag=cellar'), [boiler.id, pump.id])
  assert.deepEqual(await found('tag=cell'), [])
  assert.deepEqual(await found('name=BOIL'), [boiler.id])
  assert.deepEqual(await found('name=%25'), [boiler.id])
  assert.deepEqual(await found('name=_'), [pump.id])
  assert.deepEqual(await found('enabled=false'), [van.id])
  assert.deepEqual(await found('enabled=true&tag=cellar&module=home_infra&limit=1'), [pump.id])
})
