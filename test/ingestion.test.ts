import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'
import { until } from './harness/until.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const ts = (secondsBefore: number) => NOW.getTime() / 1_000 - secondsBefore

test('a reading is stored with its latest metrics, status, GPS record and module event before the answer', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const truck = await app.createDevice({ name: 'Truck 7', module: 'fleet' })
  const call = await app.logIn('viewer')
  const body = { ts: ts(5), lat: 46.05, lng: 14.5, battery: 80, signal: -71, metrics: { speed_kmh: 62, heading: 90 } }

  assert.deepEqual((await truck.send({ ...body, flags: { geofence_breach: false } })).body, { status: 'ok', ts: ts(5) })

  const device = (await call('GET', `/api/mobile/devices/${truck.id}`)).body.data
  assert.equal(device.status, 'online')
  assert.equal(device.last_seen, NOW.toISOString())
  assert.deepEqual([device.battery, device.signal, device.lat, device.lng], [80, -71, 46.05, 14.5])
  assert.deepEqual(device.latest, {
    module: 'fleet',
    ts: ts(5),
    at: '2026-03-01T11:59:55.000Z',
    metrics: { speed_kmh: 62, heading: 90 },
    flags: { geofence_breach: false },
  })
  const readings = (await call('GET', `/api/mobile/devices/${truck.id}/readings`)).body.data
  assert.deepEqual(readings[0].metrics, { speed_kmh: 62, heading: 90 })
  assert.equal(readings[0].clock_suspect, false)
  const track = (await call('GET', `/api/mobile/devices/${truck.id}/track`)).body.data
  assert.deepEqual(track, [{ at: '2026-03-01T11:59:55.000Z', lat: 46.05, lng: 14.5, speed_kmh: 62, heading: 90 }])
  const events = (await call('GET', `/api/mobile/devices/${truck.id}/events`)).body.data
  assert.deepEqual(events, [{ at: '2026-03-01T11:59:55.000Z', module: 'fleet', kind: 'measurement', raised: [] }])
})

test('the same reading sent again, also at the same moment, is stored once and has no second effect', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const monitor = await app.createDevice({ module: 'health' })
  const reading = {
    ts: ts(0),
    lat: 1,
    lng: 2,
    metrics: { systolic: 185, diastolic: 80 },
    flags: { panic_pressed: true },
  }
  const sameInOtherWords = { ...reading, metrics: { diastolic: 80.0, systolic: 185 }, battery: null }

  const answers: Answer[] = await Promise.all(Array.from({ length: 20 }, () => monitor.send(reading)))
  answers.push(await monitor.send(sameInOtherWords))
  await app.runJobs()

  assert.ok(answers.every(({ status, body }) => status === 200 && body.ts === ts(0)))
  const viewer = await app.logIn('viewer')
  for (const history of ['readings', 'events']) {
    const { body } = await viewer('GET', `/api/mobile/devices/${monitor.id}/${history}`)
    assert.equal(body.data.length, 1, history)
  }
  assert.equal(receiver.received('alert.triggered').length, 2)
  assert.equal(receiver.received('incident.created').length, 2)
})

test('two readings of the same time with different content are two readings', async (t) => {
  const app = await startApp(t)
  const sensor = await app.createDevice()
  await sensor.send({ ts: ts(0), metrics: { gas_ppm: 3 } })
  await sensor.send({ ts: ts(0), metrics: { gas_ppm: 4 } })
  assert.deepEqual(await app.rows('select count(*)::integer as count from readings'), [{ count: 2 }])
})

test('latest metrics keep what a partial reading leaves out, and never go back', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const sensor = await app.createDevice()
  await sensor.send({ ts: ts(60), metrics: { temperature: 20, humidity: 50 } })
  await sensor.send({ ts: ts(30), metrics: { temperature: 22 } })
  await sensor.send({ ts: ts(300), metrics: { temperature: 5, smoke_level: 0.2 } })

  const { latest } = (await call('GET', `/api/mobile/devices/${sensor.id}`)).body.data
  assert.equal(latest.ts, ts(30))
  assert.deepEqual(latest.metrics, { temperature: 22, humidity: 50 })
})

test('a reading from a clock that is plainly wrong is kept, marked, and still raises the alarm', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const worker = await app.createDevice({ module: 'worker' })
  assert.equal((await worker.send({ ts: 86_400, flags: { panic_pressed: true } })).body.ts, 86_400)
  assert.equal((await worker.send({ ts: ts(-10 * 365 * 86_400), metrics: { steps: 5 } })).status, 200)

  const readings = (await call('GET', `/api/mobile/devices/${worker.id}/readings`)).body.data
  assert.deepEqual(
    readings.map((reading: { clock_suspect: boolean; at: string }) => [reading.clock_suspect, reading.at]),
    [
      [true, NOW.toISOString()],
      [true, NOW.toISOString()],
    ],
  )
  const alerts = (await call('GET', '/api/mobile/alerts')).body.data
  assert.deepEqual(
    alerts.map((alert: { rule_key: string }) => alert.rule_key),
    ['worker.panic'],
  )
})

test('a clock two hours ahead does not hide the readings that follow', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(-7_200), metrics: { systolic: 120 } })
  await app.fastForward({ seconds: 1 })
  await monitor.send({ ts: ts(-1), metrics: { systolic: 190 } })

  const device = (await call('GET', `/api/mobile/devices/${monitor.id}`)).body.data
  assert.equal(device.latest.metrics.systolic, 190)
  assert.equal(device.open_alerts.critical, 1)
})

test('a token is good for one device, until each node hears that it is replaced or the device disabled', async (t) => {
  const app = await startApp(t)
  const other = await startApp(t, { connection: app.connection })
  const call = await app.logIn('operator')
  const sensor = await app.createDevice()
  const send = (url: string, token: string) =>
    fetch(`${url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': token },
      body: '{"module":"factory"}',
    }).then((response) => response.status)
  // Nodes keep what they know of a token until they are told of a change, however long that is.
  const untilRefused = (url: string, token: string) =>
    until(
      () => send(url, token),
      (status) => status === 401,
    )
  assert.deepEqual([await send(app.url, sensor.token), await send(other.url, sensor.token)], [200, 200])

  const rotated = await call('POST', `/api/admin/devices/${sensor.id}/token`, {})
  for (const { url } of [app, other]) await untilRefused(url, sensor.token)
  const { token } = rotated.body.data
  assert.deepEqual([await send(app.url, token), await send(other.url, token)], [200, 200])

  await call('PATCH', `/api/admin/devices/${sensor.id}`, { enabled: false })
  for (const { url } of [app, other]) await untilRefused(url, token)
})

test('a replaced token stays good for its overlap and no longer', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const sensor = await app.createDevice()
  await sensor.send({})
  await call('POST', `/api/admin/devices/${sensor.id}/token`, { overlap_s: 60 })
  assert.equal((await sensor.send({})).status, 200)
  await app.fastForward({ seconds: 60 })
  assert.equal((await sensor.send({})).status, 401)
})

test('a database that is away is answered 503 with Retry-After, and readings flow again once it is back', async (t) => {
  const app = await startApp(t, { runsJobs: true })
  const sensor = await app.createDevice()
  assert.equal((await sensor.send({ metrics: { gas_ppm: 1 } })).status, 200)
  const database = app.connection.database as string
  await app.rows(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [database],
  )
  const answers: Answer[] = []
  for (let tries = 0; tries < 20 && answers.at(-1)?.status !== 200; tries += 1) {
    answers.push(await sensor.send({ metrics: { gas_ppm: 2 + tries } }))
  }
  assert.equal(answers.at(-1)?.status, 200)
  for (const { status, headers } of answers.slice(0, -1)) {
    assert.equal(status, 503)
    assert.ok(headers.get('retry-after'))
  }
})

test('a reading that a clock ahead has sent is stored once, also if it comes again when it is newer than the record', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-15T12:00:00Z') })
  const [ahead, other] = [await app.createDevice(), await app.createDevice()]
  const ts = Date.parse('2026-03-15T12:08:00Z') / 1_000
  const send = () => ahead.send({ ts, metrics: { gas_ppm: 3 } })
  assert.equal((await send()).status, 200)
  await ahead.send({ ts: ts - 480, metrics: { gas_ppm: 4 } })
  await other.send({ ts, metrics: { gas_ppm: 5 } })
  // Its time is trusted now, and is later than the one measured against.
  await app.fastForward({ minutes: 5 })
  const answers = await Promise.all([send(), other.send({ ts: ts + 1, metrics: { gas_ppm: 6 } })])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(await app.rows('select device_id, count(*)::integer as count from readings group by 1 order by 1'), [
    { device_id: ahead.id, count: 2 },
    { device_id: other.id, count: 2 },
  ])
})
