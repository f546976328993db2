import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp, type TestDevice } from './harness/app.ts'
import { connected, MQTT, publish } from './harness/mqtt-client.ts'

/** A third of a second behind the full one: times in whole seconds are a little older than the moment they are sent. */
const NOW = new Date('2026-03-01T12:00:00.300Z')
const second = (app: TestApp, afterS = 0) => Math.floor(app.now().getTime() / 1_000) + afterS

const calm = (ts: number) => ({ module: 'health', ts, metrics: { systolic: 120 }, battery: 50, lat: 10, lng: 5 })
const high = (ts: number) => ({ module: 'health', ts, metrics: { systolic: 185 }, battery: 40, lat: 20, lng: 5 })

async function assertAlarmed(app: TestApp, { id }: { id: number }, about: string): Promise<void> {
  const call = await app.logIn('viewer')
  const { latest, battery, lat, open_alerts } = (await call('GET', `/api/mobile/devices/${id}`)).body.data
  assert.deepEqual([latest.metrics.systolic, battery, lat, open_alerts.critical], [185, 40, 20, 1], about)
}

async function sendBatch(app: TestApp, { token }: TestDevice, body: unknown[]): Promise<void> {
  const response = await fetch(`${app.url}/api/telemetry/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify(body),
  })
  assert.deepEqual(await response.json(), { status: 'ok', accepted: body.length, rejected: [] })
}

/** Seconds by which a clock is wrong: a little ahead, as a cheap one may be, more than a day, and back in 1998. */
const WRONG_BY_S = [1, 4, 30, 240, 299, 301, 7_200, 3 * 86_400, -28 * 366 * 86_400]
/** Seconds from its last reading to the first one with the right time. */
const PASSED_S = [0, 1, 60]

test('what a device measures after its wrong clock was set raises alerts and is its latest value', async (t) => {
  const app = await startApp(t, { startsAt: NOW, env: MQTT })
  for (const wrongBy of WRONG_BY_S) {
    for (const passed of PASSED_S) {
      const [single, batched] = [await app.createDevice(), await app.createDevice()]
      const mqtt = await app.createDevice({ module: 'health' })
      const client = await connected(t, app, { username: mqtt.token })
      await single.send(calm(second(app, wrongBy)))
      await sendBatch(app, batched, [calm(second(app, wrongBy - 20)), calm(second(app, wrongBy))])
      await publish(client, calm(second(app, wrongBy)))
      app.setClock({ seconds: passed })
      await single.send(high(second(app)))
      await sendBatch(app, batched, [high(second(app))])
      await publish(client, high(second(app)))
      client.end(true)
      for (const [place, device] of [single, batched, mqtt].entries())
        await assertAlarmed(app, device, `${wrongBy} s, set ${passed} s later, ${['single', 'batch', 'MQTT'][place]}`)
    }
  }
})

test('the readings keep the times that a clock ahead gave them', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const monitor = await app.createDevice()
  await monitor.send(calm(second(app, 240)))
  await monitor.send(high(second(app, 120)))
  const readings = (await call('GET', `/api/mobile/devices/${monitor.id}/readings`)).body.data
  assert.deepEqual(
    readings.map(({ at }: { at: string }) => at),
    ['2026-03-01T12:04:00.000Z', '2026-03-01T12:02:00.000Z'],
  )
  const track = (await call('GET', `/api/mobile/devices/${monitor.id}/track`)).body.data
  assert.equal(track[0].at, '2026-03-01T12:04:00.000Z')
  const [alert] = (await call('GET', '/api/mobile/alerts')).body.data
  assert.equal(alert.triggered_at, NOW.toISOString(), 'the rule saw it when it came')
})

test('a batch of a clock ahead counts oldest first, in whatever order it is sent', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice()
  await sendBatch(app, monitor, [high(second(app, 30)), calm(second(app, 20)), calm(second(app, 10))])
  await assertAlarmed(app, monitor, 'the one at 30 s is the newest')
})

test('a reading that comes again from a clock ahead is stored once and has its effects once', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const [monitor, other] = [await app.createDevice(), await app.createDevice()]
  const [first, again] = [high(second(app, 240)), calm(second(app, 242))]
  for (const reading of [first, first, again, first, again, first]) {
    app.setClock({ seconds: 1 })
    const answers = await Promise.all([monitor.send(reading), other.send(calm(second(app)))])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
  }
  assert.deepEqual(await app.rows('select device_id, count(*)::integer as n from readings group by 1 order by 1'), [
    { device_id: monitor.id, n: 2 },
    { device_id: other.id, n: 6 },
  ])
  assert.deepEqual(await app.rows('select rule_key, occurrences from alerts'), [
    { rule_key: 'health.systolic.high', occurrences: 1 },
  ])
})

test('a second node goes on with what the first one knows of a clock', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const monitor = await app.createDevice()
  await monitor.send(calm(second(app, 240)))
  const other = await startApp(t, { startsAt: NOW, connection: app.connection })
  const answer = await sendTo(other, monitor, high(second(app)))
  assert.equal(answer.status, 200)
  await assertAlarmed(app, monitor, 'on the other node')
})

test('a node whose clock is behind makes no reading late that is in order', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const behind = await startApp(t, { startsAt: NOW, connection: app.connection })
  behind.setClock({ seconds: -20 })
  const monitor = await app.createDevice()
  await sendTo(app, monitor, calm(second(app)))
  await sendTo(behind, monitor, high(second(app, 1)))
  await assertAlarmed(app, monitor, 'its time is right, and newer')
  await sendTo(behind, monitor, calm(second(app, -5)))
  await assertAlarmed(app, monitor, 'this one is late')
})

test('a preview agrees with what a wrong clock did', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const rule = {
    key: 'own.pressure',
    name: 'Pressure',
    condition: { type: 'threshold', field: 'metrics.systolic', op: 'gt' },
    levels: [{ severity: 'critical', value: 180 }],
    clear_for_s: 0,
    cooldown_s: 0,
    title: 'Above {threshold}',
  }
  await call('POST', '/api/admin/rules', rule)
  const monitor = await app.createDevice()
  const sent: [number, (ts: number) => object][] = [
    [240, calm],
    [0, high],
    [-1, calm],
    [-20, high],
    [7_200, calm],
    [-3, high],
    [86_400 * 3, calm],
    [-2, high],
    [1, calm],
  ]
  for (const [offset, reading] of sent) {
    app.setClock({ seconds: 10 })
    await monitor.send(reading(second(app, offset)) as Record<string, unknown>)
  }
  const live = (await call('GET', '/api/mobile/alerts')).body.data.filter(isOwn).toReversed()
  assert.deepEqual(live.map(timesOf), [
    ['2026-03-01T12:00:20.000Z', '2026-03-01T12:00:29.000Z'],
    ['2026-03-01T12:00:57.000Z', '2026-03-01T12:01:10.300Z'],
    ['2026-03-01T12:01:18.000Z', '2026-03-01T12:01:30.300Z'],
  ])
  const range = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }
  const preview = (await call('POST', '/api/admin/rules/preview', { rule, ...range })).body.data
  assert.deepEqual(preview.alerts.map(timesOf), live.map(timesOf))
})

const isOwn = ({ rule_key }: { rule_key: string }) => rule_key === 'own.pressure'
const timesOf = ({ triggered_at, resolved_at }: Record<string, unknown>) => [triggered_at, resolved_at]

test('an explanation is about the newest value, not about the one with the latest time', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const monitor = await app.createDevice()
  await monitor.send(calm(second(app, 240)))
  app.setClock({ seconds: 5 })
  await monitor.send(high(second(app)))
  const path = `/api/admin/rules/health.systolic.high/explain?device_id=${monitor.id}`
  const { state, parts, newest_reading } = (await call('GET', path)).body.data
  assert.deepEqual([state, parts[0].value, newest_reading.at], ['firing', 185, '2026-03-01T12:00:05.000Z'])
})

const sendTo = (app: TestApp, { token }: TestDevice, reading: object) =>
  fetch(`${app.url}/api/telemetry/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-token': token },
    body: JSON.stringify(reading),
  })
