import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T21:50:00Z')
const RULES = '/api/admin/rules'
const RULE = {
  key: 'own.door',
  name: 'Door open at night',
  condition: { type: 'flag', field: 'flags.door_open' },
  levels: [{ severity: 'critical' }],
  max_gap_s: 3_600,
  schedule: { tz: 'UTC', hours: [{ from: '22:00', to: '06:00' }] },
  title: 'Door open',
}

async function scene(app: TestApp, rule: object = RULE) {
  const call = await app.logIn('operator')
  assert.equal((await call('POST', RULES, rule)).status, 201)
  // They say nothing for longer than it takes to be offline.
  const newDevice = () => app.createDevice({ module: 'home_infra', offline_after_s: 86_400 })
  const device = await newDevice()
  const alerts = async () => (await call('GET', '/api/mobile/alerts')).body.data
  const explain = async () => (await call('GET', `${RULES}/own.door/explain?device_id=${device.id}`)).body.data
  const send = (isOpen: boolean, ts = app.now().getTime() / 1_000) =>
    device.send({ module: 'home_infra', ts, flags: { door_open: isOpen } })
  return { call, newDevice, alerts, explain, send }
}

test('a value that still holds raises its alert at the moment at which the hours begin', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const { alerts, explain, send } = await scene(app)
  await send(true)
  const before = await explain()
  assert.deepEqual([before.state, before.in_hours, before.seconds_left], ['idle', false, 600])
  await app.fastForward({ minutes: 9 })
  assert.deepEqual(await alerts(), [])
  await app.fastForward({ minutes: 2 })
  const [alert] = await alerts()
  assert.deepEqual([alert.status, alert.triggered_at], ['firing', '2026-03-01T22:00:00.000Z'])
  await send(true)
  assert.equal((await alerts())[0].occurrences, 1)
})

test('a value that has cleared before the hours begin raises nothing, nor does one that is too old by then', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const { newDevice, alerts, explain, send } = await scene(app, { ...RULE, max_gap_s: 900 })
  await send(true)
  assert.equal((await explain()).seconds_left, 600)
  await app.fastForward({ minutes: 5 })
  await send(false)
  assert.equal((await explain()).seconds_left, null)
  const early = await newDevice()
  const ts = Date.parse('2026-03-01T21:45:00Z') / 1_000
  await early.send({ module: 'home_infra', ts, flags: { door_open: true } })
  assert.deepEqual(await app.rows('select from rule_states'), [], 'nothing is kept for hours that no value reaches')
  await app.fastForward({ minutes: 20 })
  assert.deepEqual(await alerts(), [])
})

test('an open alert ends when the hours end, though nothing more is sent', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-01T05:58:00Z') })
  const { call, alerts, explain, send } = await scene(app)
  await send(true)
  assert.equal((await explain()).seconds_left, 120)
  await app.fastForward({ seconds: 125 })
  const ended = await explain()
  assert.deepEqual([ended.state, ended.in_hours, ended.seconds_left], ['recovering', false, 55])
  assert.equal(ended.levels[0].clear_since, '2026-03-01T06:00:00.000Z')
  assert.equal((await alerts())[0].recovering, true)
  await app.fastForward({ seconds: 60 })
  const [alert] = await alerts()
  assert.deepEqual([alert.status, alert.resolved_at], ['resolved', '2026-03-01T06:01:00.000Z'])
  assert.equal((await explain()).levels[0].seconds_left, null)
  await app.fastForward({ minutes: 10 })
  assert.equal((await call('GET', '/api/mobile/incidents/1')).body.data.status, 'resolved')
})

test('the end of the hours ends an alert whose last reading is old by then, or was old when it came', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-01T03:00:00Z') })
  const { newDevice, alerts, send } = await scene(app, { ...RULE, max_gap_s: 60, clear_for_s: 0 })
  await send(true)
  for (const minutes of [90, 89]) await app.fastForward({ minutes })
  assert.equal((await alerts())[0].status, 'firing')
  await app.fastForward({ minutes: 2 })
  const [alert] = await alerts()
  assert.deepEqual([alert.status, alert.resolved_at], ['resolved', '2026-03-01T06:00:00.000Z'])
  const late = await newDevice()
  await late.send({ module: 'home_infra', ts: Date.parse('2026-02-03T04:00:00Z') / 1_000, flags: { door_open: true } })
  const alertOf = async () => (await alerts()).find((one: { device_id: number }) => one.device_id === late.id)
  await app.fastForward({ seconds: 50 })
  assert.equal((await alertOf()).status, 'firing', 'more readings of that night may come')
  await app.fastForward({ seconds: 20 })
  const old = await alertOf()
  assert.deepEqual([old.status, old.resolved_at], ['resolved', '2026-02-03T06:00:00.000Z'])
})

test('an alert whose rule is given hours that are over recovers at once', async (t) => {
  const app = await startApp(t, { startsAt: new Date('2026-03-01T23:00:00Z') })
  const { call, alerts, send } = await scene(app)
  await send(true)
  const hours = [{ from: '22:00', to: '23:00' }]
  const { status } = await call('PUT', `${RULES}/own.door`, { ...RULE, schedule: { tz: 'UTC', hours } })
  assert.equal(status, 200)
  await app.fastForward({ seconds: 5 })
  assert.equal((await alerts())[0].recovering, true)
  await app.fastForward({ seconds: 60 })
  assert.equal((await alerts())[0].status, 'resolved')
})

test('a preview over the stored readings begins and ends the hours when they began and ended', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const hours = [{ from: '22:00', to: '22:30' }]
  const rule = { ...RULE, schedule: { tz: 'UTC', hours }, levels: [{ severity: 'warning', for_s: 300 }] }
  const { call, alerts, send } = await scene(app, rule)
  await send(true)
  for (const minutes of [20, 22]) await app.fastForward({ minutes })
  const range = { from: NOW.toISOString(), to: app.now().toISOString() }
  const preview = (await call('POST', `${RULES}/preview`, { rule, ...range })).body.data
  const times = (list: Record<string, unknown>[]) => list.map((one) => [one.triggered_at, one.resolved_at])
  assert.deepEqual(times(await alerts()), [['2026-03-01T22:05:00.000Z', '2026-03-01T22:31:00.000Z']])
  assert.deepEqual(times(preview.alerts), times(await alerts()))
})
