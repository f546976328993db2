import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ts = (app: TestApp, afterS = 0) => app.now().getTime() / 1_000 + afterS
const alerts = (app: TestApp) =>
  app.rows<{ rule_key: string; status: string; severity: string; triggered_at: Date }>(
    'select rule_key, status, severity, triggered_at, last_value from alerts order by alert_id',
  )
const PULSE = {
  key: 'health.pulse.silent',
  name: 'No pulse value',
  condition: { type: 'stale', field: 'metrics.heart_rate', after_s: 60 },
  levels: [{ severity: 'warning' }, { severity: 'critical', value: 120 }],
  clear_for_s: 0,
  title: 'No pulse for {threshold} s',
}

test('a stale rule raises one alert to the second when a device stops sending, and the next reading resolves it', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const device = await app.createDevice({ offline_after_s: 60 })
  const unseen = await app.createDevice({ name: 'Never seen', offline_after_s: 60 })
  // From here on the node counts as listening.
  await app.runJobs()
  await device.send({ ts: ts(app) })
  await app.fastForward({ seconds: 59 })
  assert.deepEqual(await alerts(app), [])
  await app.fastForward({ seconds: 1 })
  const silent = {
    rule_key: 'device.offline',
    status: 'firing',
    severity: 'warning',
    triggered_at: new Date('2026-03-01T12:01:00Z'),
    last_value: 60,
  }
  assert.deepEqual(await alerts(app), [silent])
  await app.fastForward({ minutes: 5 })
  assert.deepEqual(await alerts(app), [silent])

  await device.send({ ts: ts(app) })
  const ended = { ...silent, status: 'resolved', last_value: 0 }
  assert.deepEqual(await alerts(app), [ended])
  await app.fastForward({ minutes: 6 })
  const [first, second, ...others] = await alerts(app)
  assert.deepEqual(
    [first!.status, second, others],
    ['firing', undefined, []],
    'within the cooldown it is the same alert',
  )
  const seen = await app.rows('select distinct device_id from alerts')
  assert.deepEqual(seen, [{ device_id: device.id }], `never ${unseen.id}`)
})

test('a single field can become stale while the device sends, also for a rule added later', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await app.runJobs()
  await monitor.send({ ts: ts(app), metrics: { heart_rate: 70 } })
  const other = await app.createDevice({ module: 'health' })
  await other.send({ ts: ts(app), metrics: { spo2: 98 } })
  await app.fastForward({ seconds: 30 })
  await call('POST', '/api/admin/rules', PULSE)
  for (let second = 30; second < 60; second += 10) {
    await monitor.send({ ts: ts(app), metrics: { spo2: 98 } })
    await app.fastForward({ seconds: 10 })
  }
  const silent = {
    rule_key: PULSE.key,
    status: 'firing',
    severity: 'warning',
    triggered_at: new Date('2026-03-01T12:01:00Z'),
  }
  assert.deepEqual(await alerts(app), [{ ...silent, last_value: 60 }])
  await app.fastForward({ seconds: 60 })
  assert.deepEqual(await alerts(app), [{ ...silent, severity: 'critical', last_value: 120 }])
  await monitor.send({ ts: ts(app), metrics: { heart_rate: 71 } })
  assert.equal((await alerts(app))[0]?.status, 'resolved')
})

test('downtime of the service makes no device stale', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const device = await app.createDevice({ offline_after_s: 60 })
  await app.runJobs()
  await device.send({ ts: ts(app) })
  await app.leap({ seconds: 3_600 })
  assert.deepEqual(await alerts(app), [])
  await app.fastForward({ seconds: 59 })
  assert.deepEqual(await alerts(app), [])
  await app.fastForward({ seconds: 1 })
  assert.equal((await alerts(app)).length, 1)
})

test('a disabled device is not expected to send', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const device = await app.createDevice({ offline_after_s: 60 })
  await device.send({ ts: ts(app) })
  await call('PATCH', `/api/admin/devices/${device.id}`, { enabled: false })
  await app.fastForward({ minutes: 3 })
  assert.deepEqual(await alerts(app), [])
})

test('ordinary readings do not move the timer for staleness', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const device = await app.createDevice({ offline_after_s: 60 })
  const clock = () => app.rows<{ at: Date }>('select stale_check_at as at from device_states')
  await device.send({ ts: ts(app) })
  await app.runJobs()
  const [before] = await clock()
  assert.deepEqual(before!.at, new Date('2026-03-01T12:01:00Z'))
  for (let second = 1; second <= 5; second += 1) await device.send({ ts: ts(app, second) })
  assert.deepEqual(await clock(), [before])
})

test('an explanation of a stale rule has its duration', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const device = await app.createDevice({ offline_after_s: 60 })
  await app.runJobs()
  await device.send({ ts: ts(app) })
  await app.fastForward({ seconds: 61 })
  const path = `/api/admin/rules/device.offline/explain?device_id=${device.id}`
  const { state, parts } = (await call('GET', path)).body.data
  assert.deepEqual([state, parts], ['firing', [{ type: 'stale', field: 'last_seen', value: 61, is_true: true }]])
})

test('a reading of another module also resolves the alert of a stale rule', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  await call('POST', '/api/admin/rules', {
    ...PULSE,
    scope: { modules: ['worker'] },
    condition: { type: 'stale', after_s: 30 },
    levels: [{ severity: 'warning' }],
  })
  const device = await app.createDevice({ module: 'worker' })
  await app.runJobs()
  await device.send({ ts: ts(app) })
  await app.fastForward({ seconds: 31 })
  assert.equal((await alerts(app))[0]?.status, 'firing')
  await device.send({ module: 'vehicle', ts: ts(app) })
  await app.fastForward({ seconds: 29 })
  assert.equal((await alerts(app))[0]?.status, 'resolved')
})
