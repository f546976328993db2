import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ts = (app: TestApp, afterS = 0) => app.now().getTime() / 1_000 + afterS
const alerts = (app: TestApp) =>
  app.rows<Record<string, unknown>>('select rule_key, status, severity, occurrences from alerts order by alert_id')
const RULES = '/api/admin/rules'

test('an alert can be read once its reading is answered, and a repeated reading changes nothing', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const monitor = await app.createDevice({ module: 'health' })
  const reading = { ts: ts(app), metrics: { systolic: 185 } }
  await monitor.send(reading)
  const [alert] = (await call('GET', '/api/mobile/alerts')).body.data
  assert.deepEqual([alert.severity, alert.triggered_value], ['critical', 185])
  await monitor.send(reading)
  const again = (await call('GET', '/api/mobile/alerts')).body.data
  assert.deepEqual(again, [alert])
})

test('values that alternate around a limit are one alert', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app, -120), metrics: { heart_rate: 111 } })
  for (let turn = 0; turn < 10; turn += 1)
    await monitor.send({ ts: ts(app, turn * 10 - 60), metrics: { heart_rate: turn % 2 === 0 ? 111 : 110 } })
  assert.deepEqual(await alerts(app), [
    { rule_key: 'health.heart_rate.high', status: 'firing', severity: 'warning', occurrences: 5 },
  ])
})

test('for_s restarts after a gap, and a single late reading does not fulfil it', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const [gap, buffered] = [await app.createDevice({ module: 'health' }), await app.createDevice({ module: 'health' })]
  await gap.send({ ts: ts(app, -700), metrics: { heart_rate: 120 } })
  await gap.send({ ts: ts(app, -50), metrics: { heart_rate: 120 } })
  await buffered.send({ ts: ts(app, -7_200), metrics: { heart_rate: 120 } })
  await app.runJobs()
  assert.deepEqual(await alerts(app), [])
  await app.fastForward({ seconds: 9 })
  assert.deepEqual(await alerts(app), [])
  await app.fastForward({ seconds: 1 })
  await gap.send({ ts: ts(app), metrics: { heart_rate: 120 } })
  assert.equal((await alerts(app)).length, 1)
  await app.fastForward({ minutes: 2 })
  assert.equal((await alerts(app)).length, 1)
})

test('a restart keeps pending and recovering alerts, windows and fences', async (t) => {
  const first = await startApp(t, { startsAt: NOW })
  const call = await first.logIn('operator')
  for (const rule of [MEAN, YARD]) assert.equal((await call('POST', RULES, rule)).status, 201)
  const pending = await first.createDevice({ module: 'health' })
  const recovering = await first.createDevice({ module: 'health' })
  const mean = await first.createDevice()
  const yard = await first.createDevice({ module: 'vehicle' })
  await pending.send({ ts: ts(first), metrics: { heart_rate: 120 } })
  await recovering.send({ ts: ts(first, -10), metrics: { heart_rate: 140 } })
  await recovering.send({ ts: ts(first), metrics: { heart_rate: 80 } })
  for (const second of [0, 10]) await mean.send({ ts: ts(first, second), metrics: { load: 90 } })
  await yard.send({ ts: ts(first), lat: 46.2, lng: 14.5 })
  const before = await alerts(first)

  const second = await startApp(t, { startsAt: NOW, connection: first.connection })
  const sends = (device: typeof mean, reading: object) =>
    fetch(`${second.url}/api/telemetry/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-token': device.token },
      body: JSON.stringify(reading),
    })
  await sends(mean, { module: 'factory', ts: ts(second, 20), metrics: { load: 90 } })
  await sends(yard, { module: 'vehicle', ts: ts(second, 5), lat: 46.2, lng: 14.5 })
  await second.fastForward({ seconds: 60 })
  assert.deepEqual(
    before.map(({ rule_key, status }) => [rule_key, status]),
    [['health.heart_rate.high', 'firing']],
  )
  const after = (await alerts(second)).map(({ rule_key, status, severity }) => [rule_key, status, severity])
  assert.deepEqual(after.toSorted(), [
    ['factory.load', 'firing', 'warning'],
    ['health.heart_rate.high', 'firing', 'warning'],
    ['health.heart_rate.high', 'resolved', 'critical'],
    ['vehicle.yard', 'firing', 'warning'],
  ])
})

test('a late panic press raises an alert, and a late normal reading resolves none', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const worker = await app.createDevice({ module: 'worker' })
  await worker.send({ ts: ts(app), battery: 5, flags: { inactivity: true } })
  await worker.send({ ts: ts(app, -300), battery: 90, flags: { inactivity: false } })
  await worker.send({ ts: ts(app, -600), flags: { panic_pressed: true } })
  await app.fastForward({ minutes: 2 })
  const open = (await call('GET', '/api/mobile/alerts?status=open')).body.data
  const told = open.map((alert: Record<string, unknown>) => [alert.rule_key, alert.late])
  assert.deepEqual(told.toSorted(), [
    ['device.battery.low', false],
    ['worker.inactivity', false],
    ['worker.panic', true],
  ])
  const device = (await call('GET', `/api/mobile/devices/${worker.id}`)).body.data
  assert.deepEqual([device.status, device.battery, device.latest.flags.inactivity], ['online', 5, true])
})

const MEAN = {
  key: 'factory.load',
  name: 'Mean load high',
  condition: { type: 'aggregate', field: 'metrics.load', fn: 'avg', window_s: 300, op: 'gt', min_points: 3 },
  levels: [{ severity: 'warning', value: 80 }],
  title: 'Mean load above {threshold}',
}
const YARD = {
  key: 'vehicle.yard',
  name: 'Left the yard',
  condition: {
    type: 'geofence',
    fence: { circle: { lat: 46.05, lng: 14.5, radius_m: 1_000 } },
    when: 'outside',
  },
  levels: [{ severity: 'warning' }],
  title: '{value} m outside the yard',
}

test('readings of the past that have left the window of a count do not fulfil its for_s, live and in a preview', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const rule = {
    key: 'own.queue',
    name: 'Queue',
    condition: {
      type: 'count',
      of: { type: 'threshold', field: 'metrics.queue', op: 'gt', value: 5 },
      at_least: 2,
      within_s: 95,
    },
    levels: [{ severity: 'warning', for_s: 55 }],
    title: 'Queue long',
  }
  assert.equal((await call('POST', RULES, rule)).status, 201)
  const [lapsed, lasting] = [await app.createDevice(), await app.createDevice()]
  for (const second of [0, 60, 140]) await lapsed.send({ ts: ts(app, second - 86_400), metrics: { queue: 6 } })
  for (const second of [0, 40, 80, 100]) await lasting.send({ ts: ts(app, second - 86_400), metrics: { queue: 6 } })
  const raised = await app.rows<{ device_id: number }>(`select device_id from alerts where rule_key = 'own.queue'`)
  assert.deepEqual(raised, [{ device_id: lasting.id }])
  const range = { from: '2026-02-01T00:00:00Z', to: '2026-04-01T00:00:00Z' }
  const { alerts } = (await call('POST', `${RULES}/preview`, { rule, ...range })).body.data
  assert.deepEqual(
    alerts.map(({ device_id }: { device_id: number }) => device_id),
    [lasting.id],
  )
})
