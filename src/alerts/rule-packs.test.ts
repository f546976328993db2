import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '../devices/device.ts'
import { type ReadingBody, toReading } from '../telemetry/reading.ts'
import { MODULES, type Module } from '../vocabulary/modules.ts'
import { rank, type Severity } from '../vocabulary/severities.ts'
import { ruleFaults } from './check-rule.ts'
import { type DeviceRuleStates, evaluateReadings } from './evaluate-readings.ts'
import { type RuleDefinition, withDefaults } from './rule.ts'
import { tick } from './rule-engine.ts'
import { readRulePacks } from './rule-packs.ts'
import { ruleSet } from './rule-set.ts'

const DEFINITIONS = await readRulePacks()
const RULES = ruleSet(DEFINITIONS.map((definition) => withDefaults(definition, 1)))
const NOW = Date.UTC(2026, 0, 1)
const DEVICE: Device = {
  id: 1,
  name: 'Boiler room',
  module: 'factory',
  enabled: true,
  tags: [],
  expected_interval_s: null,
  offline_after_s: null,
}

/** What each level promises: the last value that is still fine, the first that is not, and whether it takes a minute. */
const LIMITS: [
  key: string,
  severity: Severity,
  fine: number | boolean,
  notFine: number | boolean,
  wait?: 'a minute',
][] = [
  ['health.systolic.high', 'warning', 140, 141, 'a minute'],
  ['health.systolic.high', 'critical', 180, 181],
  ['health.systolic.low', 'warning', 101, 100, 'a minute'],
  ['health.systolic.low', 'critical', 91, 90],
  ['health.diastolic.high', 'warning', 90, 91, 'a minute'],
  ['health.diastolic.high', 'critical', 120, 121],
  ['health.heart_rate.high', 'warning', 110, 111, 'a minute'],
  ['health.heart_rate.high', 'critical', 130, 131],
  ['health.heart_rate.low', 'warning', 51, 50, 'a minute'],
  ['health.heart_rate.low', 'critical', 41, 40],
  ['health.spo2.low', 'warning', 94, 93, 'a minute'],
  ['health.spo2.low', 'critical', 92, 91],
  ['health.temperature.high', 'info', 38, 38.1, 'a minute'],
  ['health.temperature.high', 'warning', 39, 39.1, 'a minute'],
  ['health.temperature.low', 'critical', 35.1, 35],
  ['health.glucose.low', 'warning', 70, 69, 'a minute'],
  ['health.glucose.low', 'critical', 54, 53],
  ['health.glucose.high', 'warning', 180, 181, 'a minute'],
  ['health.glucose.high', 'critical', 250, 251],
  ['health.fall', 'critical', false, true],
  ['health.panic', 'critical', false, true],
  ['vehicle.speed', 'warning', 120, 120.1],
  ['vehicle.speed', 'critical', 140, 140.1],
  ['vehicle.fuel.low', 'warning', 15, 14.9],
  ['vehicle.fuel.low', 'critical', 5, 4.9],
  ['vehicle.impact', 'critical', false, true],
  ['vehicle.impact.force', 'warning', 1.49, 1.5],
  ['vehicle.impact.force', 'critical', 2.49, 2.5],
  ['vehicle.geofence', 'warning', false, true],
  ['factory.gas.co', 'warning', 34.9, 35],
  ['factory.gas.co', 'critical', 69.9, 70],
  ['factory.gas.h2s', 'warning', 9.9, 10],
  ['factory.gas.h2s', 'critical', 19.9, 20],
  ['factory.gas.so2', 'warning', 1.9, 2],
  ['factory.gas.so2', 'critical', 3.9, 4],
  ['factory.gas.no2', 'warning', 2.9, 3],
  ['factory.gas.no2', 'critical', 5.9, 6],
  ['factory.gas.cl2', 'warning', 0.49, 0.5],
  ['factory.gas.cl2', 'critical', 0.99, 1],
  ['factory.gas.nh3', 'warning', 24.9, 25],
  ['factory.gas.nh3', 'critical', 49.9, 50],
  ['factory.gas.hcn', 'warning', 4.9, 5],
  ['factory.gas.hcn', 'critical', 9.9, 10],
  ['factory.gas.no', 'warning', 24.9, 25],
  ['factory.gas.no', 'critical', 49.9, 50],
  ['factory.gas.hcl', 'warning', 2.4, 2.5],
  ['factory.gas.hcl', 'critical', 4.9, 5],
  ['factory.gas.ph3', 'warning', 0.29, 0.3],
  ['factory.gas.ph3', 'critical', 0.59, 0.6],
  ['factory.gas.co2', 'warning', 4_999, 5_000],
  ['factory.gas.co2', 'critical', 9_999, 10_000],
  ['factory.smoke', 'warning', 0.99, 1],
  ['factory.smoke', 'critical', 2.34, 2.35],
  ['factory.temperature.high', 'warning', 34.9, 35],
  ['factory.temperature.high', 'critical', 56.9, 57],
  ['factory.temperature.low', 'warning', 7.1, 7],
  ['factory.temperature.low', 'critical', 4.5, 4.4],
  ['factory.humidity', 'warning', 80, 80.1],
  ['factory.humidity', 'warning', 20, 19.9],
  ['factory.fire', 'critical', false, true],
  ['home_infra.temperature.high', 'warning', 34.9, 35],
  ['home_infra.temperature.high', 'critical', 56.9, 57],
  ['home_infra.temperature.low', 'warning', 7.1, 7],
  ['home_infra.temperature.low', 'critical', 4.5, 4.4],
  ['home_infra.water_leak', 'critical', false, true],
  ['home_infra.power_failure', 'warning', false, true],
  ['home_infra.high_temperature', 'warning', false, true],
  ['worker.fall', 'critical', false, true],
  ['worker.panic', 'critical', false, true],
  ['worker.inactivity', 'warning', false, true],
  ['fleet.speed', 'warning', 120, 120.1],
  ['fleet.speed', 'critical', 140, 140.1],
  ['fleet.fuel.low', 'warning', 15, 14.9],
  ['fleet.fuel.low', 'critical', 5, 4.9],
  ['fleet.geofence', 'warning', false, true],
  ['device.battery.low', 'warning', 20, 19],
  ['device.battery.low', 'critical', 10, 9],
  ['device.signal.weak', 'warning', -99, -100, 'a minute'],
]

const definitionOf = (key: string): RuleDefinition => DEFINITIONS.find((definition) => definition.key === key)!

/** The smallest reading that puts this value in front of this rule. */
function readingFor({ scope, condition }: RuleDefinition, value: number | boolean, module?: Module): ReadingBody {
  const body: ReadingBody = { module: module ?? scope?.modules?.[0] ?? 'worker' }
  const [place, key] = condition.field.split('.')
  if (place === 'battery' || place === 'signal') body[place] = Number(value)
  else body[place as 'metrics' | 'flags'] = { [key!]: value as number }
  if ('where' in condition) body.metrics = { ...body.metrics, gas_type: condition.where!.equals }
  return body
}

/** What the packs make of one reading on its own: at once, and when a minute has gone by. */
function alertsFrom(body: ReadingBody): { atOnce: string[]; inAMinute: string[] } {
  const states: DeviceRuleStates = new Map()
  evaluateReadings(RULES, DEVICE, [toReading({ ...body, ts: NOW }, NOW)], states, null, () => 1)
  const open = () =>
    [...states].flatMap(([key, state]) => (state.open === null ? [] : [`${key} ${state.open.severity}`]))
  const atOnce = open()
  for (const [key, state] of states) {
    const step = tick(RULES.byKey.get(key)!, state, NOW + 60_000, 600, () => 1)
    if (step.state !== null) states.set(key, step.state)
  }
  return { atOnce, inAMinute: open() }
}

test('every rule of the packs is sound, and no two have the same key', () => {
  assert.ok(DEFINITIONS.length > 0)
  for (const definition of DEFINITIONS) assert.deepEqual(ruleFaults(definition), [], definition.key)
  assert.equal(new Set(DEFINITIONS.map(({ key }) => key)).size, DEFINITIONS.length)
})

test('every rule says where its limits come from, and those on health that this is not a medical device', () => {
  for (const { key, source } of DEFINITIONS) {
    assert.ok(source, key)
    if (key.startsWith('health.')) assert.match(source, /\. Not a medical device\.$/, key)
  }
})

test('a title with a limit says on which side of it the value is, as the rule compares', () => {
  const words = { gt: /above \{/, gte: /at or above \{/, lt: /below \{/, lte: /at or below \{/, eq: /^$/, neq: /^$/ }
  for (const { key, condition, title } of DEFINITIONS) {
    if (condition.type !== 'threshold') assert.doesNotMatch(title, /\{threshold\}/, key)
    else assert.match(title, words[condition.op], key)
    if (condition.type === 'threshold' && !condition.op.endsWith('e')) assert.doesNotMatch(title, /at or/, key)
  }
})

test('every level of every rule has its limits stated here', () => {
  const stated = new Set(LIMITS.map(([key, severity]) => `${key} ${severity}`))
  const levels = DEFINITIONS.flatMap(({ key, levels }) => levels.map(({ severity }) => `${key} ${severity}`))
  assert.deepEqual([...stated].toSorted(), levels.toSorted())
})

for (const [key, severity, fine, notFine, wait] of LIMITS) {
  test(`${key} is ${severity} at ${notFine}${wait ? ` for ${wait}` : ''}, and not at ${fine}`, () => {
    const definition = definitionOf(key)
    const milder = definition.levels.filter((level) => rank(level.severity) < rank(severity))
    const before = alertsFrom(readingFor(definition, fine))
    const expected = milder.length === 0 ? [] : [`${key} ${milder[0]!.severity}`]
    assert.deepEqual(before.inAMinute, expected)

    const { atOnce, inAMinute } = alertsFrom(readingFor(definition, notFine))
    assert.deepEqual(inAMinute, [`${key} ${severity}`])
    assert.deepEqual(atOnce, wait ? [] : inAMinute)
  })
}

test('one reading of 185 mmHg is critical at once', () => {
  const { atOnce } = alertsFrom({ module: 'health', metrics: { systolic: 185 } })
  assert.deepEqual(atOnce, ['health.systolic.high critical'])
})

test('an ordinary reading of each module raises nothing', () => {
  const bodies: ReadingBody[] = [
    {
      module: 'health',
      metrics: { systolic: 118, diastolic: 76, heart_rate: 95, spo2: 95, temperature: 36, glucose: 100 },
      flags: { fall_detected: false, panic_pressed: false },
    },
    {
      module: 'vehicle',
      metrics: { speed_kmh: 90, heading: 270, fuel_level: 60 },
      flags: { impact_detected: false, impact_g_force: 0.3, geofence_breach: false },
    },
    {
      module: 'factory',
      metrics: { gas_ppm: 5, gas_type: 'CO', temperature: 22, humidity: 45, smoke_level: 0.1 },
      flags: { fire_detected: false },
    },
    {
      module: 'home_infra',
      metrics: { temperature: 21 },
      flags: { water_leak: false, power_failure: false, high_temperature: false },
    },
    {
      module: 'worker',
      metrics: { steps: 900 },
      flags: { fall_detected: false, panic_pressed: false, inactivity: false },
    },
    { module: 'fleet', metrics: { speed_kmh: 80, fuel_level: 40 }, flags: { geofence_breach: false } },
  ]
  for (const body of bodies)
    assert.deepEqual(alertsFrom({ ...body, battery: 80, signal: -70 }).inAMinute, [], body.module)
})

test('a gas without a rule, or without a name, raises nothing', () => {
  for (const gas_type of ['CH4', 'carbon monoxide', null]) {
    assert.deepEqual(
      alertsFrom({ module: 'factory', metrics: { gas_ppm: 9_000, gas_type } }).inAMinute,
      [],
      gas_type ?? '',
    )
  }
})

test('battery and signal are watched in every module', () => {
  for (const module of MODULES) {
    assert.deepEqual(alertsFrom({ module, battery: 9 }).atOnce, ['device.battery.low critical'], module)
    assert.deepEqual(alertsFrom({ module, signal: -110 }).inAMinute, ['device.signal.weak warning'], module)
  }
})

test('a rule of one module leaves the readings of the others alone', () => {
  assert.deepEqual(alertsFrom({ module: 'factory', metrics: { systolic: 200 } }).inAMinute, [])
  assert.deepEqual(alertsFrom({ module: 'health', metrics: { temperature: 38 } }).inAMinute, [])
  assert.deepEqual(alertsFrom({ module: 'home_infra', flags: { panic_pressed: true } }).inAMinute, [])
})

test('falls, calls for help and impacts stay open until a person closes them, and have incidents of their own', () => {
  const latched = DEFINITIONS.filter(({ latch }) => latch)
  assert.deepEqual(latched.map(({ key }) => key).toSorted(), [
    'health.fall',
    'health.panic',
    'vehicle.impact',
    'worker.fall',
    'worker.panic',
  ])
  for (const { key, incident, cooldown_s } of latched) {
    assert.deepEqual([incident, cooldown_s], [{ own: true }, 0], key)
  }
})

test('a fire has an incident of its own, and ends when the detector says so', () => {
  const { incident, latch } = definitionOf('factory.fire')
  assert.deepEqual([incident, latch], [{ own: true }, undefined])
})

test('battery, signal and fuel open no incidents, and everything else does', () => {
  assert.deepEqual(
    DEFINITIONS.filter(({ incident }) => incident?.mode === 'never')
      .map(({ key }) => key)
      .toSorted(),
    ['device.battery.low', 'device.signal.weak', 'fleet.fuel.low', 'vehicle.fuel.low'],
  )
})

test('every critical level counts at once', () => {
  for (const { key, levels } of DEFINITIONS) {
    for (const { severity, for_s } of levels) assert.ok(severity !== 'critical' || !for_s, key)
  }
})

test('every level clears a little past its limit, by the distance that suits what is measured', () => {
  const distances: [RegExp, (limit: number) => number][] = [
    [/systolic|diastolic|heart_rate|speed|fuel|battery|signal|glucose\.low/, () => 5],
    [/glucose\.high/, () => 10],
    [/spo2/, () => 1],
    [/temperature/, () => 0.3],
    [/gas|smoke/, (limit) => limit / 10],
    [/impact\.force/, () => 0],
  ]
  for (const { key, condition, levels } of DEFINITIONS) {
    if (condition.type !== 'threshold') continue
    const [, distance] = distances.find(([pattern]) => pattern.test(key))!
    for (const { value, clear } of levels) {
      assert.ok(Math.abs(Math.abs(value! - (clear ?? value!)) - distance(value!)) < 0.02, `${key} ${value} ${clear}`)
    }
  }
})
