import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

/** The app's time in seconds since 1970. */
const ts = (app: TestApp) => Math.floor(app.now().getTime() / 1_000)

test('a review has the incident, its alerts, response times, and the readings around it', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ name: 'Bedside monitor', module: 'health' })
  for (const before of [1_200, 600, 300]) await monitor.send({ ts: ts(app) - before, metrics: { systolic: 120 } })
  await monitor.send({ ts: ts(app), battery: 60, metrics: { systolic: 185 } })
  await app.fastForward({ seconds: 30 })
  await call('POST', '/api/mobile/incidents/1/acknowledgement')
  await monitor.send({ ts: ts(app), metrics: { systolic: 181 } })
  await app.fastForward({ seconds: 30 })
  await call('POST', '/api/mobile/incidents/1/resolution', { note: 'Medicine given' })

  const { data } = (await call('GET', '/api/mobile/incidents/1/review')).body
  assert.deepEqual(
    [data.incident.note, data.alerts[0].rule_key, data.time_to_acknowledge_s, data.time_to_resolve_s],
    ['Medicine given', 'health.systolic.high', 30, 60],
  )
  const [device] = data.readings
  assert.deepEqual(
    [device.device_name, device.readings.map((reading: { metrics: { systolic: number } }) => reading.metrics.systolic)],
    ['Bedside monitor', [120, 120, 185, 181]],
    'from 15 minutes before, in the order of time',
  )
  assert.equal(device.readings[2].battery, 60)
  assert.equal((await call('GET', '/api/mobile/incidents/99/review')).status, 404)
})

test('the readings around an incident are kept when their month is dropped, also of open incidents', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const [one, other] = [await app.createDevice({ module: 'health' }), await app.createDevice({ module: 'worker' })]
  await one.send({ ts: ts(app) - 60, metrics: { systolic: 118 } })
  await one.send({ ts: ts(app), metrics: { systolic: 185 } })
  await other.send({ ts: ts(app), flags: { panic_pressed: true } })
  await call('POST', '/api/mobile/incidents/1/resolution')
  await app.fastForward({ minutes: 15 })
  assert.deepEqual(await app.rows('select incident_id::integer from incident_readings'), [{ incident_id: 1 }])
  const before = (await call('GET', '/api/mobile/incidents/1/review')).body.data.readings

  const later = await startApp(t, {
    connection: app.connection,
    startsAt: new Date('2026-05-15T00:00:00.000Z'),
    env: { RETENTION_DAYS: '30' },
  })
  await later.runJobs()
  assert.deepEqual(await app.rows('select count(*)::integer as readings from readings'), [{ readings: 0 }])
  const again = await later.logIn('viewer')
  assert.deepEqual((await again('GET', '/api/mobile/incidents/1/review')).body.data.readings, before)
  const [panic] = (await again('GET', '/api/mobile/incidents/2/review')).body.data.readings
  assert.deepEqual(panic.readings[0].flags, { panic_pressed: true })
})

test('at most fifty readings on each side of an incident are kept', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  const url = `${app.url}/api/telemetry/batch`
  const headers = { 'content-type': 'application/json', 'x-device-token': monitor.token }
  const body = JSON.stringify(
    Array.from({ length: 400 }, (_, place) => ({
      module: 'health',
      ts: ts(app) - 200 + place,
      metrics: { systolic: place < 200 ? 120 : 185 },
    })),
  )
  assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 200)
  const { data } = (await call('GET', '/api/mobile/incidents/1/review')).body
  const { readings } = data.readings[0]
  assert.equal(readings.length, 100)
  assert.equal(
    readings.findIndex((reading: { metrics: { systolic: number } }) => reading.metrics.systolic === 185),
    49,
  )
})

test('statistics count incidents and the time to acknowledge and to resolve, by rule, module, month and severity', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitors = [await app.createDevice({ module: 'health' }), await app.createDevice({ module: 'health' })]
  for (const monitor of monitors) await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ seconds: 10 })
  await call('POST', '/api/mobile/incidents/1/acknowledgement')
  await app.fastForward({ seconds: 10 })
  await call('POST', '/api/mobile/incidents/1/resolution', { resolution: 'false_alarm' })
  await app.fastForward({ seconds: 10 })
  await call('POST', '/api/mobile/incidents/2/resolution')
  await call('POST', '/api/mobile/incidents', { title: 'Smell of gas', severity: 'info' })

  const by = async (what: string) => (await call('GET', `/api/mobile/incidents/statistics?${what}`)).body.data
  const [rule, person] = (await by('by=rule')).toSorted((a: { key: string }, b: { key: string }) =>
    a.key < b.key ? -1 : 1,
  )
  assert.deepEqual(rule, {
    key: 'health.systolic.high',
    incidents: 2,
    open: 0,
    false_alarms: 1,
    auto_resolved: 0,
    time_to_acknowledge_s: { count: 2, mean: 20, median: 20, p90: 28 },
    time_to_resolve_s: { count: 2, mean: 25, median: 25, p90: 29 },
  })
  assert.deepEqual([person.key, person.open, person.time_to_resolve_s.mean], ['person', 1, null])
  const keys = async (what: string) => (await by(what)).map(({ key }: { key: string }) => key)
  assert.deepEqual(await keys('by=month'), ['2026-03'])
  assert.deepEqual(await keys('by=module'), ['health', 'none'])
  assert.deepEqual(await keys('by=severity'), ['critical', 'info'])
  assert.equal((await by(`device_id=${monitors[0]!.id}`))[0].incidents, 1)
  assert.deepEqual(await by('from=2026-04-01'), [])
  assert.equal((await call('GET', '/api/mobile/incidents/statistics?by=weather')).status, 400)
})

test('a reopened incident keeps the time of its first response', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice({ module: 'health' })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await app.fastForward({ seconds: 10 })
  await call('POST', '/api/mobile/incidents/1/resolution')
  await app.fastForward({ seconds: 50 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 190 } })
  await app.fastForward({ seconds: 40 })
  await call('POST', '/api/mobile/incidents/1/resolution')
  const [all] = (await call('GET', '/api/mobile/incidents/statistics')).body.data
  assert.deepEqual([all.time_to_acknowledge_s.mean, all.time_to_resolve_s.mean], [10, 100])
  assert.equal((await call('GET', '/api/mobile/incidents/1/review')).body.data.time_to_acknowledge_s, 10)
})

test('an alert that fires again too late for its incident opens a new one, which refers to the old one', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const rule =
    'update rules set definition = definition || \'{"cooldown_s": 3600}\', version = version + 1 where key = $1'
  await app.rows(rule, ['health.systolic.high'])
  await app.rows("select pg_notify('rules_changed', '')")
  const monitor = await app.createDevice({ module: 'health', offline_after_s: 3_600 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 185 } })
  await call('POST', '/api/mobile/incidents/1/resolution')
  await app.fastForward({ minutes: 16 })
  await monitor.send({ ts: ts(app), metrics: { systolic: 190 } })
  const alert = (await call('GET', '/api/mobile/alerts/1')).body.data
  assert.equal(alert.incident_id, 2)
  assert.equal((await call('GET', '/api/mobile/incidents/2')).body.data.previous_incident_id, 1)
})
