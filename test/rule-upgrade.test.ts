import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRulePacks } from '../src/core/rules/packs/rule-packs.ts'
import { savePackRules } from '../src/core/rules/packs/save-pack-rules.ts'
import type { RuleDefinition } from '../src/core/rules/rule.ts'
import { startApp, type TestApp } from './harness/app.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const RULES = '/api/admin/rules'
const ts = (app: TestApp, afterS = 0) => app.now().getTime() / 1_000 + afterS

/** Levels and scopes as an earlier version had them. */
const EARLIER: Record<string, Partial<RuleDefinition>> = {
  'health.systolic.high': {
    levels: [
      { severity: 'warning', value: 140, clear: 135, for_s: 60 },
      { severity: 'critical', value: 180, clear: 175 },
    ],
  },
  'health.glucose.high': {
    levels: [
      { severity: 'warning', value: 180, clear: 170, for_s: 60 },
      { severity: 'critical', value: 250, clear: 240 },
    ],
  },
  'home_infra.temperature.low': {
    scope: { modules: ['home_infra'] },
    levels: [
      { severity: 'warning', value: 7, clear: 7.3 },
      { severity: 'critical', value: 4.4, clear: 4.7 },
    ],
  },
  'vehicle.speed': {
    levels: [
      { severity: 'warning', value: 120, clear: 115 },
      { severity: 'critical', value: 140, clear: 135 },
    ],
  },
  'factory.humidity': { levels: [{ severity: 'warning' }] },
}
const LATER = ['cold_chain.fridge.high', 'health.systolic.stage2', 'factory.gas.co.twa']

/** An installation with the built-in rules of an earlier version. */
async function startEarlier(t: Parameters<typeof startApp>[0]): Promise<TestApp> {
  const app = await startApp(t, { startsAt: NOW })
  await app.rows('delete from rules where key = any ($1)', [LATER])
  await app.rows('delete from rule_versions where key = any ($1)', [LATER])
  const packs = await readRulePacks()
  const earlier = packs.filter(({ key }) => !LATER.includes(key)).map((rule) => ({ ...rule, ...EARLIER[rule.key] }))
  await savePackRules(app.service.db, earlier, app.now())
  // A change of a rule is answered when this node runs the rules as they are now.
  const call = await app.logIn('operator')
  for (const enabled of [false, true]) await call('PATCH', `${RULES}/factory.fire`, { enabled })
  return app
}

test('an upgrade keeps the limits and switches of people, changes the other built-in rules, and adds new ones', async (t) => {
  const app = await startEarlier(t)
  const call = await app.logIn('operator')
  const ruleOf = async (key: string) => (await call('GET', `${RULES}/${key}`)).body.data
  const {
    version: _,
    enabled: __,
    origin: ___,
    edited: ____,
    updated_at: _____,
    ...built
  } = await ruleOf('vehicle.speed')
  const own = [{ severity: 'warning', value: 85, clear: 80 }]
  assert.equal((await call('PUT', `${RULES}/vehicle.speed`, { ...built, levels: own })).body.data.edited, true)
  await call('PATCH', `${RULES}/factory.humidity`, { enabled: false })
  await call('PATCH', `${RULES}/health.glucose.high`, { enabled: false })
  await call('PATCH', `${RULES}/health.glucose.high`, { enabled: true })
  assert.equal((await call('GET', `${RULES}/cold_chain.fridge.high`)).status, 404)

  await startApp(t, { connection: app.connection, startsAt: NOW })
  const packs = new Map((await readRulePacks()).map((rule) => [rule.key, rule]))
  const speed = await ruleOf('vehicle.speed')
  assert.deepEqual([speed.levels, speed.edited, speed.version], [own, true, 3])
  const humidity = await ruleOf('factory.humidity')
  assert.deepEqual([humidity.levels, humidity.enabled], [packs.get('factory.humidity')!.levels, false])
  const glucose = await ruleOf('health.glucose.high')
  assert.deepEqual([glucose.levels, glucose.enabled], [packs.get('health.glucose.high')!.levels, true])
  for (const key of LATER) {
    const { enabled, origin, edited, version } = await ruleOf(key)
    assert.deepEqual([enabled, origin, edited, version], [true, 'pack', false, 1], key)
  }
  const reverted = (await call('DELETE', `${RULES}/vehicle.speed`)).body.data
  assert.deepEqual([reverted.levels, reverted.edited], [packs.get('vehicle.speed')!.levels, false])
})

test('an upgrade ends alerts of devices that rules no longer cover at once, and those without a level with the next reading', async (t) => {
  const app = await startEarlier(t)
  const bed = await app.createDevice({ name: 'Bed 1', module: 'health' })
  const other = await app.createDevice({ name: 'Bed 2', module: 'health' })
  const freezer = await app.createDevice({ name: 'Freezer', module: 'home_infra', tags: ['freezer'] })
  const cellar = await app.createDevice({ name: 'Cellar', module: 'home_infra' })
  for (const after of [-60, 0]) await bed.send({ ts: ts(app, after), metrics: { systolic: 150, glucose: 300 } })
  await other.send({ ts: ts(app), metrics: { systolic: 190 } })
  await freezer.send({ ts: ts(app), metrics: { temperature: -20 } })
  await cellar.send({ ts: ts(app), metrics: { temperature: 3 } })
  const alerts = () =>
    app.rows<Record<string, unknown>>(
      `select a.rule_key, d.name, a.status, a.resolve_reason from alerts as a join devices as d on d.id = a.device_id
      order by a.rule_key, d.name`,
    )
  const firing = (rule_key: string, name: string) => ({ rule_key, name, status: 'firing', resolve_reason: null })
  assert.deepEqual(await alerts(), [
    firing('health.glucose.high', 'Bed 1'),
    firing('health.systolic.high', 'Bed 1'),
    firing('health.systolic.high', 'Bed 2'),
    firing('home_infra.temperature.low', 'Cellar'),
    firing('home_infra.temperature.low', 'Freezer'),
  ])

  const upgraded = await startApp(t, { connection: app.connection, startsAt: app.now() })
  await upgraded.fastForward({ seconds: 1 })
  // The rule has no level for this value any more, which the next reading shows.
  await bed.send({ ts: ts(app, 2), metrics: { systolic: 150 } })
  assert.deepEqual(await alerts(), [
    firing('health.glucose.high', 'Bed 1'),
    { rule_key: 'health.systolic.high', name: 'Bed 1', status: 'resolved', resolve_reason: 'cleared' },
    firing('health.systolic.high', 'Bed 2'),
    firing('home_infra.temperature.low', 'Cellar'),
    { rule_key: 'home_infra.temperature.low', name: 'Freezer', status: 'resolved', resolve_reason: 'out_of_scope' },
  ])
})
