import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'
import { startReceiver } from './harness/receiver.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

/** The app's time in seconds since 1970. */
const ts = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

test('a hundred breaching readings at once, on two nodes, make one alert, one incident, one webhook of each', async (t) => {
  const app = await startApp(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const other = await startApp(t, { connection: app.connection })
  const monitor = await app.createDevice({ module: 'health' })
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, place) =>
      fetch(`${[app, other][place % 2]!.url}/api/telemetry/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-token': monitor.token },
        body: JSON.stringify({ module: 'health', ts: 1_750_000_000 + place, metrics: { systolic: 181 + place } }),
      }),
    ),
  )
  assert.ok(answers.every((answer) => answer.status === 200))
  assert.deepEqual(await app.rows('select count(*)::integer as count from alerts'), [{ count: 1 }])
  assert.deepEqual(await app.rows('select count(*)::integer as count from incidents'), [{ count: 1 }])
  await Promise.all([app.runJobs(), other.runJobs()])
  assert.deepEqual(receiver.requests.map(({ event }) => event).sort(), ['alert.triggered', 'incident.created'])
})

test('alerts of one device join its open incident; a panic button always has its own', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ minutes: 5 })
  await monitor.send({ ts: ts(app), metrics: { spo2: 85 } })
  await monitor.send({ ts: ts(app), flags: { panic_pressed: true } })

  const incidents = (await call('GET', '/api/mobile/incidents?status=active')).body.data
  assert.deepEqual(
    incidents.map((incident: { alert_ids: number[] }) => incident.alert_ids.length),
    [1, 2],
  )
  const grouped = (await call('GET', `/api/mobile/incidents/${incidents[1].incident_id}`)).body.data
  assert.deepEqual(
    grouped.timeline.map((entry: { kind: string }) => entry.kind),
    ['created', 'alert_added'],
  )
})

test('an incident that has been quiet for half an hour takes in no more alerts', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health', offline_after_s: 3_600 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ minutes: 31 })
  await monitor.send({ ts: ts(app), metrics: { spo2: 85 } })
  assert.deepEqual(await app.rows('select count(*)::integer as count from incidents'), [{ count: 2 }])
})

test('an incident auto-resolves five minutes after its last alert, and is announced', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const monitor = await app.createDevice({ name: 'Bedside monitor', module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ seconds: 30 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 120 } })

  await app.fastForward({ seconds: 59 })
  assert.deepEqual(await app.rows('select status from alerts'), [{ status: 'firing' }])
  await app.fastForward({ seconds: 1 })
  assert.deepEqual(await app.rows('select status from alerts'), [{ status: 'resolved' }])
  await app.fastForward({ seconds: 299 })
  assert.deepEqual(receiver.received('incident.resolved'), [])
  await app.fastForward({ seconds: 1 })

  const [resolved, ...others] = receiver.received('incident.resolved')
  assert.deepEqual(others, [])
  assert.deepEqual(resolved!.data, {
    incident_id: 1,
    alert_id: 1,
    resolved_at: '2026-03-01T12:06:30.000Z',
    resolved_by: { type: 'system', id: null, email: null },
    resolution: 'auto',
    note: null,
    duration_s: 390,
    device_id: monitor.id,
    device_name: 'Bedside monitor',
    severity: 'critical',
    title: 'Systolic blood pressure above 180 mmHg',
    site: { id: 1, name: 'Home' },
    alert_count: 1,
    lat: null,
    lng: null,
  })
})

test('a person acknowledges and resolves an incident with its alerts; the second time changes nothing', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const second = await app.logIn('admin')
  const worker = await app.createDevice({ module: 'worker' })
  await worker.send({ ts: ts(app), lat: 46, lng: 14, flags: { fall_detected: true } })

  const acknowledged = (await call('POST', '/api/mobile/incidents/1/acknowledgement')).body.data
  assert.equal(acknowledged.status, 'acknowledged')
  const again = (await second('POST', '/api/mobile/incidents/1/acknowledgement')).body.data
  assert.deepEqual(again.acknowledged_by, acknowledged.acknowledged_by)
  assert.match(acknowledged.acknowledged_by.email, /^operator-/)
  assert.equal((await call('GET', '/api/mobile/alerts/1')).body.data.status, 'acknowledged')

  const resolution = { resolution: 'false_alarm', note: 'Dropped the tag' }
  const resolved = (await call('POST', '/api/mobile/incidents/1/resolution', resolution)).body.data
  await second('POST', '/api/mobile/incidents/1/resolution', { note: 'Me too' })
  await app.runJobs()
  assert.deepEqual(
    [resolved.status, resolved.resolution, resolved.note],
    ['resolved', 'false_alarm', 'Dropped the tag'],
  )
  assert.deepEqual(
    resolved.timeline.map((entry: { kind: string }) => entry.kind),
    ['created', 'acknowledged', 'alert_resolved', 'resolved'],
  )
  const alert = (await call('GET', '/api/mobile/alerts/1')).body.data
  assert.deepEqual([alert.status, alert.resolve_reason, alert.resolved_by.type], ['resolved', 'manual', 'user'])
  assert.equal(receiver.received('incident.resolved').length, 1)

  await worker.send({ ts: ts(app) + 1, flags: { fall_detected: true } })
  assert.equal(
    (await call('GET', '/api/mobile/incidents?status=open')).body.data.length,
    1,
    'a new fall is a new incident',
  )
})

test('a latched alert stays until a person resolves it; its incident follows', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const car = await app.createDevice({ module: 'vehicle' })
  await car.send({ ts: ts(app), flags: { impact_detected: true } })
  await car.send({ ts: ts(app) + 1, flags: { impact_detected: false } })
  await app.fastForward({ minutes: 20 })
  assert.equal((await call('GET', '/api/mobile/alerts/1')).body.data.status, 'firing')

  assert.equal((await call('POST', '/api/mobile/alerts/1/resolution')).body.data.status, 'resolved')
  await app.fastForward({ minutes: 5 })
  assert.equal((await call('GET', '/api/mobile/incidents/1')).body.data.status, 'resolved')
})

test('an incident can be resolved without a body', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  const { status, body } = await call('POST', '/api/mobile/incidents/1/resolution')
  assert.deepEqual([status, body.data?.status, body.data?.resolution], [200, 'resolved', 'manual'])
  assert.equal((await call('POST', '/api/mobile/incidents/1/resolution', [])).status, 400)
})

test('an alert that fires again within its cooldown reopens with its incident, without new webhooks', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await call('POST', '/api/mobile/incidents/1/resolution', {})
  await app.fastForward({ minutes: 2 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 190 } })
  await app.runJobs()

  const incident = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual([incident.status, incident.timeline.at(-1).kind], ['open', 'reopened'])
  const alert = (await call('GET', '/api/mobile/alerts/1')).body.data
  assert.deepEqual([alert.status, alert.occurrences, alert.peak_value], ['firing', 2, 190])
  assert.equal(receiver.received('alert.triggered').length, 1)
})

test('an alert that returns with a higher severity is announced, and its incident is open again', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app) - 60, metrics: { heart_rate: 120 } })
  await monitor.send({ ts: ts(app), metrics: { heart_rate: 120 } })
  await call('POST', '/api/mobile/incidents/1/acknowledgement')
  await call('POST', '/api/mobile/incidents/1/resolution', { note: 'Measured again by hand' })
  await app.fastForward({ minutes: 2 })
  await monitor.send({ ts: ts(app), metrics: { heart_rate: 140 } })

  const alert = (await call('GET', '/api/mobile/alerts/1')).body.data
  assert.deepEqual([alert.severity, alert.title], ['critical', 'Heart rate at or above 131/min'])
  const incident = (await call('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual(
    [incident.status, incident.severity, incident.note, incident.acknowledged_at, incident.acknowledged_by],
    ['open', 'critical', null, null, null],
  )
  assert.equal(incident.timeline.at(-1).text, 'critical: Heart rate at or above 131/min')
})

test('a panic press that arrives late raises its alert, marked late, and leaves the latest metrics alone', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const worker = await app.createDevice({ module: 'worker' })
  await worker.send({ ts: ts(app), metrics: { steps: 900 } })
  await worker.send({ ts: ts(app) - 3_600, lat: 46, lng: 14, metrics: { steps: 100 }, flags: { panic_pressed: true } })

  const [alert] = (await call('GET', '/api/mobile/alerts')).body.data
  assert.deepEqual([alert.rule_key, alert.late, alert.triggered_at], ['worker.panic', true, '2026-03-01T11:00:00.000Z'])
  const device = (await call('GET', `/api/mobile/devices/${worker.id}`)).body.data
  assert.deepEqual(device.latest.metrics, { steps: 900 })
  const incident = (await call('GET', `/api/mobile/incidents/${alert.incident_id}`)).body.data
  assert.deepEqual([incident.lat, incident.lng, incident.location_at], [46, 14, '2026-03-01T11:00:00.000Z'])
})

test('severity rises in place: a warning becomes critical under the same number, with one trigger', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const sensor = await app.createDevice({ module: 'factory' })
  await sensor.send({ ts: ts(app), metrics: { gas_type: 'CO', gas_ppm: 40 } })
  await sensor.send({ ts: ts(app) + 10, metrics: { gas_type: 'co', gas_ppm: 90 } })
  await app.runJobs()
  assert.deepEqual(await app.rows('select severity, peak_value from alerts'), [
    { severity: 'critical', peak_value: 90 },
  ])
  assert.deepEqual(await app.rows('select severity from incidents'), [{ severity: 'critical' }])
  assert.deepEqual(
    receiver.requests.map((request) => request.event),
    ['alert.triggered', 'incident.created'],
  )
})

test('a low battery is announced but opens no incident', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const sensor = await app.createDevice()
  await sensor.send({ ts: ts(app), battery: 15 })
  await app.runJobs()
  assert.deepEqual(
    receiver.requests.map((request) => [request.event, request.data.incident_id]),
    [['alert.triggered', null]],
  )
})

test('an alert that becomes more severe and resolves in one batch does so in this order on the timeline', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const operator = await app.logIn('operator')
  const rule = {
    key: 'tank.level',
    name: 'Level',
    title: 'Level above {threshold}',
    condition: { type: 'threshold', field: 'metrics.level', op: 'gt' },
    levels: [
      { severity: 'warning', value: 10 },
      { severity: 'critical', value: 20 },
    ],
    clear_for_s: 0,
  }
  assert.equal((await operator('POST', '/api/admin/rules', rule)).status, 201)
  const tank = await app.createDevice({ module: 'factory' })
  await tank.send({ ts: ts(app), metrics: { level: 11 } })
  const batch = [21, 1].map((level, place) => ({ module: 'factory', ts: ts(app) + 10 + place, metrics: { level } }))
  const { status } = await fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': tank.token },
    body: JSON.stringify(batch),
  })
  assert.equal(status, 200)
  const { timeline } = (await operator('GET', '/api/mobile/incidents/1')).body.data
  assert.deepEqual(
    timeline.map(({ kind }: { kind: string }) => kind),
    ['created', 'severity_changed', 'alert_resolved'],
  )
})
