import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00.300Z')
const second = (app: TestApp, afterS = 0) => Math.floor(app.now().getTime() / 1_000) + afterS
const RULES = '/api/admin/rules'

/** Events that must be noticed even if they arrive after newer readings, with the built-in rule of each. */
const ALARMS = [
  ['factory', { flags: { fire_detected: true } }, 'factory.fire'],
  ['factory', { metrics: { smoke_level: 3 } }, 'factory.smoke'],
  ['factory', { metrics: { gas_ppm: 80, gas_type: 'CO' } }, 'factory.gas.co'],
  ['factory', { metrics: { gas_ppm: 25, gas_type: 'H2S' } }, 'factory.gas.h2s'],
  ['home_infra', { flags: { water_leak: true } }, 'home_infra.water_leak'],
  ['health', { flags: { fall_detected: true } }, 'health.fall'],
  ['health', { flags: { panic_pressed: true } }, 'health.panic'],
  ['worker', { flags: { fall_detected: true } }, 'worker.fall'],
  ['worker', { flags: { panic_pressed: true } }, 'worker.panic'],
  ['vehicle', { flags: { impact_detected: true } }, 'vehicle.impact'],
  ['vehicle', { flags: { impact_g_force: 3 } }, 'vehicle.impact.force'],
] as const

test('fire, smoke, gas, leaks, falls, calls for help and impacts raise an alert also when they arrive late', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  for (const [module, alarm, rule_key] of ALARMS) {
    const device = await app.createDevice({ module })
    await device.send({ ts: second(app), metrics: { humidity: 40 } })
    await device.send({ ts: second(app, -5), ...alarm })
    const found = (await call('GET', `/api/mobile/alerts?device_id=${device.id}`)).body.data
    assert.deepEqual(
      found.map((alert: Record<string, unknown>) => [alert.rule_key, alert.late, alert.triggered_at]),
      [[rule_key, true, '2026-03-01T11:59:55.000Z']],
    )
  }
})

test('a late reading raises nothing by other rules, and nothing more than a day behind', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const hall = await app.createDevice()
  await hall.send({ ts: second(app), metrics: { humidity: 40 } })
  await hall.send({ ts: second(app, -5), metrics: { temperature: 90, humidity: 5 } })
  await hall.send({ ts: second(app, -86_401), flags: { fire_detected: true } })
  assert.deepEqual(await app.rows('select rule_key from alerts'), [])
  await hall.send({ ts: second(app, -86_400), flags: { fire_detected: true } })
  assert.deepEqual(await app.rows('select rule_key from alerts'), [{ rule_key: 'factory.fire' }])
})

test('late readings only raise: they clear nothing, and the next reading in order ends the alert', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('viewer')
  const hall = await app.createDevice()
  const gas = (afterS: number, gas_ppm: number) =>
    hall.send({ ts: second(app, afterS), metrics: { gas_ppm, gas_type: 'CO' } })
  const alerts = async () =>
    (await call('GET', '/api/mobile/alerts')).body.data.map((alert: Record<string, unknown>) => [
      alert.severity,
      alert.status,
      alert.occurrences,
      alert.late,
      alert.peak_value,
    ])
  await hall.send({ ts: second(app), metrics: { humidity: 40 } })
  await gas(-10, 40)
  assert.deepEqual(await alerts(), [['warning', 'firing', 1, true, 40]])
  await gas(-20, 90)
  assert.deepEqual(await alerts(), [['critical', 'firing', 1, true, 90]], 'worse than known')
  await gas(-5, 1)
  await gas(-4, 50)
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(await alerts(), [['critical', 'firing', 1, true, 90]], 'nothing clears it, and nothing counts twice')
  await gas(0, 1)
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(await alerts(), [['critical', 'resolved', 1, true, 90]])
  await gas(-150, 90)
  assert.deepEqual(
    await alerts(),
    [['critical', 'firing', 2, true, 90]],
    'within its cooldown the same alert is open again',
  )
})

test('a rule of one’s own says whether late readings raise its alerts; a preview finds the same', async (t) => {
  const app = await startApp(t, { startsAt: NOW })
  const call = await app.logIn('operator')
  const rule = (key: string, more: object) => ({
    key,
    name: key,
    condition: { type: 'flag', field: 'flags.door_forced' },
    levels: [{ severity: 'critical' }],
    title: 'Forced',
    ...more,
  })
  const rules = [
    rule('own.plain', {}),
    rule('own.late', { late: 'raise' }),
    rule('own.latched', { latch: true, cooldown_s: 0 }),
    rule('own.in_order', { latch: true, cooldown_s: 0, late: 'ignore' }),
    rule('own.soon', { late: 'raise', late_max_s: 4 }),
    rule('own.patient', { latch: true, levels: [{ severity: 'warning' }, { severity: 'critical', for_s: 60 }] }),
    rule('own.most_patient', { late: 'raise', levels: [{ severity: 'critical', for_s: 60 }] }),
  ]
  for (const each of rules) assert.equal((await call('POST', RULES, each)).status, 201)
  const door = await app.createDevice()
  await door.send({ ts: second(app), metrics: { humidity: 40 } })
  app.setClock({ seconds: 1 })
  await door.send({ ts: second(app, -6), flags: { door_forced: true } })
  const raised = await app.rows<Record<string, unknown>>('select rule_key, severity, late from alerts order by 1')
  assert.deepEqual(raised, [
    { rule_key: 'own.latched', severity: 'critical', late: true },
    { rule_key: 'own.late', severity: 'critical', late: true },
    { rule_key: 'own.patient', severity: 'warning', late: true },
  ])
  const range = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }
  for (const each of rules) {
    const preview = (await call('POST', `${RULES}/preview`, { rule: each, ...range })).body.data
    assert.deepEqual(
      preview.alerts.map(({ rule_key, severity, late }: Record<string, unknown>) => ({ rule_key, severity, late })),
      raised.filter((alert) => alert.rule_key === each.key),
    )
  }
})

test('rules that need readings in order can’t be told to use late ones', async (t) => {
  const app = await startApp(t)
  const call = await app.logIn('operator')
  const conditions = [
    { type: 'aggregate', field: 'metrics.load', fn: 'avg', window_s: 60, op: 'gt' },
    { type: 'count', of: { type: 'flag', field: 'flags.open' }, at_least: 2, within_s: 60 },
    { type: 'geofence', fence: { circle: { lat: 1, lng: 2, radius_m: 100 } }, when: 'outside' },
    { type: 'stale', field: 'metrics.load', after_s: 60 },
  ]
  for (const condition of conditions) {
    const level = condition.type === 'aggregate' ? { severity: 'warning', value: 1 } : { severity: 'warning' }
    const rule = { key: 'own.rule', name: 'Own', condition, levels: [level], title: 'Own', late: 'raise' }
    const { status, body } = await call('POST', RULES, rule)
    assert.deepEqual([status, body.errors?.[0].field], [400, '/late'], condition.type)
    const { status: saved } = await call('PUT', `${RULES}/own.rule`, { ...rule, late: 'ignore' })
    assert.ok(saved === 200 || saved === 201, condition.type)
  }
})
