import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestApp } from './harness/app.ts'
import { startReachableApp } from './harness/reachable.ts'
import { startReceiver } from './harness/receiver.ts'

const RULES = '/api/admin/rules'
const rule = (key: string, field: string, levels: object[], title: string) => ({
  key,
  name: key,
  condition: { type: 'threshold', field: `metrics.${field}`, op: 'gt' },
  levels,
  title,
})
const TANK = rule(
  'own.tank',
  'bar',
  [
    { severity: 'warning', value: 5 },
    { severity: 'critical', value: 8 },
  ],
  'Tank above {threshold} bar',
)
const PUMP = rule('own.pump', 'amps', [{ severity: 'warning', value: 10 }], 'Pump above {threshold} A')
const VALVE = rule('own.valve', 'degrees', [{ severity: 'critical', value: 90 }], 'Valve above {threshold} °C')

async function startWithRules(t: Parameters<typeof startReachableApp>[0]) {
  const started = await startReachableApp(t)
  const call = await started.app.logIn()
  for (const each of [TANK, PUMP, VALVE]) assert.equal((await call('POST', RULES, each)).status, 201)
  return { ...started, call }
}

const incidents = (app: TestApp) =>
  app.rows<Record<string, unknown>>('select severity, title from incidents order by incident_id')

test('an incident whose alert becomes critical has the title with the limit that made it so', async (t) => {
  const { app, addReachable, call } = await startWithRules(t)
  const receiver = await startReceiver(t)
  await app.createWebhook({ url: receiver.url })
  const ana = await addReachable()
  const tank = await app.createDevice()
  await tank.send({ metrics: { bar: 6 } })
  await app.fastForward({ seconds: 10 })
  await tank.send({ metrics: { bar: 9 } })
  await app.fastForward({ seconds: 10 })
  assert.deepEqual(await incidents(app), [{ severity: 'critical', title: 'Tank above 8 bar' }])
  assert.deepEqual(ana.titles(), ['Boiler room: bar 6 (above 5)', 'Boiler room: bar 9 (above 8)'])
  await tank.send({ metrics: { bar: 6 } })
  await app.fastForward({ minutes: 2 })
  assert.deepEqual(
    await app.rows('select severity, current_severity, title, threshold, triggered_value from alerts'),
    [
      {
        severity: 'critical',
        current_severity: 'warning',
        title: 'Tank above 8 bar',
        threshold: 8,
        triggered_value: 6,
      },
    ],
    'its alert is milder at present',
  )
  assert.deepEqual(await incidents(app), [{ severity: 'critical', title: 'Tank above 8 bar' }])
  await call('POST', '/api/mobile/incidents/1/resolution')
  await app.runJobs()
  const [resolved] = receiver.received('incident.resolved')
  const { data } = resolved!
  assert.deepEqual([data.severity, data.title], ['critical', 'Tank above 8 bar'])
})

test('a second alert gives its title only if it is more severe', async (t) => {
  const { app } = await startWithRules(t)
  const [milder, worse, together] = [await app.createDevice(), await app.createDevice(), await app.createDevice()]
  await milder.send({ metrics: { bar: 9 } })
  await milder.send({ metrics: { amps: 12 } })
  await milder.send({ metrics: { degrees: 95 } })
  await worse.send({ metrics: { amps: 12 } })
  await worse.send({ metrics: { degrees: 95 } })
  await worse.send({ metrics: { bar: 9 } })
  await together.send({ metrics: { amps: 12, degrees: 95, bar: 6 } })
  assert.deepEqual(await incidents(app), [
    { severity: 'critical', title: 'Tank above 8 bar' },
    { severity: 'critical', title: 'Valve above 90 °C' },
    { severity: 'critical', title: 'Valve above 90 °C' },
  ])
})

test('alerts that join at once leave the title of the most severe one', async (t) => {
  const { app } = await startWithRules(t)
  const plant = await app.createDevice()
  await plant.send({ metrics: { amps: 12 } })
  await plant.send({ metrics: { bar: 6, degrees: 95 } })
  assert.deepEqual(await incidents(app), [{ severity: 'critical', title: 'Valve above 90 °C' }])
})

test('a title in the words of a person stays; a merged incident gives its title only if it is more severe', async (t) => {
  const { app, call } = await startWithRules(t)
  const [tank, pump] = [await app.createDevice(), await app.createDevice()]
  await call('POST', '/api/mobile/incidents', { title: 'Hall smells of gas', severity: 'warning' })
  await tank.send({ metrics: { bar: 9 } })
  await pump.send({ metrics: { amps: 12 } })
  const merge = (into: number, incident_ids: number[]) =>
    call('POST', `/api/mobile/incidents/${into}/merge`, { incident_ids })
  assert.equal((await merge(3, [2])).status, 200)
  assert.deepEqual((await incidents(app))[2], { severity: 'critical', title: 'Tank above 8 bar' })
  assert.equal((await merge(1, [3])).status, 200)
  assert.deepEqual((await incidents(app))[0], { severity: 'critical', title: 'Hall smells of gas' })
})
