import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '../../devices/device.ts'
import { type ReadingBody, toReading } from '../../telemetry/reading.ts'
import type { DeviceModule } from '../../vocabulary/modules/device-module.ts'
import { DEVICE_MODULES, MODULES } from '../../vocabulary/modules.ts'
import { ruleFaults } from '../editing/check-rule.ts'
import { type DeviceRuleStates, evaluateReadings } from '../engine/evaluate-readings.ts'
import { tick } from '../engine/rule-engine.ts'
import { ruleSet } from '../engine/rule-set.ts'
import { type RuleDefinition, withDefaults } from '../rule.ts'
import { readRulePacks } from './rule-packs.ts'

const DEFINITIONS = await readRulePacks()
const RULES = ruleSet(DEFINITIONS.map((definition) => withDefaults(definition, 1)))
const NOW = Date.UTC(2026, 0, 1)
const DEVICE: Device = {
  id: 1,
  site_id: 1,
  cell: 0,
  name: 'Boiler room',
  module: 'factory',
  enabled: true,
  tags: [],
  expected_interval_s: null,
  offline_after_s: null,
  attributes: {},
}

const definitionOf = (key: string): RuleDefinition => DEFINITIONS.find((definition) => definition.key === key)!

/** Alerts of the packs for a single reading: immediately, and after a minute. */
function alertsFrom(body: ReadingBody): { atOnce: string[]; inAMinute: string[] } {
  const states: DeviceRuleStates = new Map()
  evaluateReadings(RULES, DEVICE, [toReading({ ...body, ts: NOW }, NOW)], states, null)
  const open = () =>
    [...states].flatMap(([key, state]) => (state.open === null ? [] : [`${key} ${state.open.severity}`]))
  const atOnce = open()
  for (const [key, state] of states) {
    const step = tick(RULES.ruleFor(key, DEVICE)!, state, NOW + 60_000, 600)
    if (step.state !== null) states.set(key, step.state)
  }
  return { atOnce, inAMinute: open() }
}

test('every built-in rule is valid, and its key is unique', () => {
  assert.ok(DEFINITIONS.length > 0)
  for (const definition of DEFINITIONS) assert.deepEqual(ruleFaults(definition), [], definition.key)
  assert.equal(new Set(DEFINITIONS.map(({ key }) => key)).size, DEFINITIONS.length)
})

test('every built-in rule has a source, and those for health state that this is not a medical device', () => {
  for (const { key, source } of DEFINITIONS) {
    assert.ok(source, key)
    if (key.startsWith('health.')) assert.match(source, /\. Not a medical device\.$/, key)
  }
})

test('every title of a built-in rule has the unit as values have it', () => {
  for (const { title, unit, condition } of DEFINITIONS) {
    const said = /\{threshold\}\s*(\S+)/.exec(title)?.[1]
    if (said !== undefined && unit !== undefined && condition.type !== 'score')
      assert.equal(said.replace(':', ''), unit.split(' ')[0])
  }
})

test('every built-in rule about a number has a unit', () => {
  for (const { key, condition, unit } of DEFINITIONS)
    assert.equal(unit !== undefined, ['threshold', 'range', 'score', 'aggregate', 'all'].includes(condition.type), key)
})

test('a title with a limit says on which side of it the value is', () => {
  const words = { gt: /above \{/, gte: /at or above \{/, lt: /below \{/, lte: /at or below \{/, eq: /^$/, neq: /^$/ }
  for (const { key, condition, title } of DEFINITIONS) {
    if (condition.type === 'score' || condition.type === 'stale') continue
    if (condition.type !== 'threshold' && condition.type !== 'aggregate')
      assert.doesNotMatch(title, /\{threshold\}/, key)
    else assert.match(title, words[condition.op], key)
    if ('op' in condition && !condition.op.endsWith('e')) assert.doesNotMatch(title, /at or/, key)
  }
})

test('one reading of 185 mmHg is critical at once', () => {
  const { atOnce } = alertsFrom({ module: 'health', metrics: { systolic: 185 } })
  assert.deepEqual(atOnce, ['health.systolic.high critical'])
})

test('the least and the most of what is usual in each module raise no alert, now and in a minute', () => {
  for (const module of MODULES) {
    const { metrics, texts, flags }: DeviceModule = DEVICE_MODULES[module]
    for (const end of [0, 1] as const) {
      const body: ReadingBody = {
        module,
        metrics: {
          ...Object.fromEntries(Object.entries(metrics).map(([name, { usual }]) => [name, usual[end]])),
          ...texts,
        },
        flags: Object.fromEntries(Object.keys(flags).map((name) => [name, false])),
      }
      assert.deepEqual(alertsFrom({ ...body, battery: 80, signal: -70 }).inAMinute, [], module)
    }
  }
})

test('a gas without a rule or without a name raises no alert', () => {
  for (const gas_type of ['CH4', 'carbon monoxide', null]) {
    assert.deepEqual(
      alertsFrom({ module: 'factory', metrics: { gas_ppm: 9_000, gas_type } }).inAMinute,
      [],
      gas_type ?? '',
    )
  }
})

test('battery and signal have rules in every module', () => {
  for (const module of MODULES) {
    assert.deepEqual(alertsFrom({ module, battery: 9 }).atOnce, ['device.battery.low critical'], module)
    assert.deepEqual(alertsFrom({ module, signal: -110 }).inAMinute, ['device.signal.weak warning'], module)
  }
})

test('a reading that is calm for all rules together raises and remembers nothing', () => {
  const { isClearlyNormal } = RULES.rulesFor('health', DEVICE)
  const calm = []
  for (let value = 20; value < 200; value += 1) {
    for (const field of ['systolic', 'diastolic', 'heart_rate', 'temperature', 'glucose']) {
      const reading = toReading({ module: 'health', ts: NOW, metrics: { [field]: value } }, NOW)
      if (!isClearlyNormal(reading)) continue
      const states: DeviceRuleStates = new Map()
      assert.deepEqual(evaluateReadings(RULES, DEVICE, [reading], states, null).effects, [])
      assert.deepEqual([...states.keys()], [], `${field} ${value}`)
      calm.push(`${field} ${value}`)
    }
  }
  for (const each of ['systolic 120', 'diastolic 80', 'heart_rate 70', 'temperature 37', 'glucose 100'])
    assert.ok(calm.includes(each), each)
  for (const each of ['systolic 140', 'diastolic 90', 'temperature 32']) assert.ok(!calm.includes(each), each)
})

test('a rule of one module leaves the readings of the others alone', () => {
  assert.deepEqual(alertsFrom({ module: 'factory', metrics: { systolic: 200 } }).inAMinute, [])
  assert.deepEqual(alertsFrom({ module: 'health', metrics: { temperature: 38 } }).inAMinute, [])
  assert.deepEqual(alertsFrom({ module: 'home_infra', flags: { panic_pressed: true } }).inAMinute, [])
})

test('falls, panic presses and impacts stay open until a person resolves them, and have their own incidents', () => {
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

test('a fire has its own incident, and ends with its flag', () => {
  const { incident, latch } = definitionOf('factory.fire')
  assert.deepEqual([incident, latch], [{ own: true }, undefined])
})

test('all built-in rules open incidents except battery, signal, offline and fuel', () => {
  assert.deepEqual(
    DEFINITIONS.filter(({ incident }) => incident?.mode === 'never')
      .map(({ key }) => key)
      .toSorted(),
    [
      'device.battery.low',
      'device.offline',
      'device.signal.weak',
      'device.signal.weak_lora',
      'device.signal.weak_lte',
      'device.signal.weak_wifi',
      'fleet.fuel.low',
      'vehicle.fuel.low',
    ],
  )
})

test('critical levels have no for_s, except where one wrong value is usual or the contents are slower than the air', () => {
  const slow = DEFINITIONS.filter(({ levels }) =>
    levels.some(({ severity, for_s }) => severity === 'critical' && for_s),
  )
  assert.deepEqual(slow.map(({ key }) => key).toSorted(), [
    'cold_chain.freezer.high',
    'cold_chain.fridge.high',
    'cold_chain.fridge.low',
    'fleet.speed',
    'health.temperature.low',
    'vehicle.speed',
  ])
})

test('a level with a for_s is reached by a device that sends a single value', () => {
  for (const { key, levels, max_gap_s = 600, condition } of DEFINITIONS) {
    const gap = Math.max(max_gap_s, 'window_s' in condition ? condition.window_s : 0)
    for (const { for_s = 0 } of levels) assert.ok(for_s <= gap, key)
  }
})

test('where a diagnosis begins nobody is called', () => {
  for (const key of ['health.systolic.stage2', 'health.diastolic.stage2', 'health.heart_rate.low'])
    assert.equal(definitionOf(key).levels[0]!.severity, 'info', key)
  const body: ReadingBody = { module: 'health', metrics: { systolic: 150, diastolic: 95, heart_rate: 45 } }
  assert.deepEqual(alertsFrom(body).inAMinute, ['health.heart_rate.low info'])
})

test('a mean of a gas has a rule only if it can exceed it before a value reaches a limit of that gas', () => {
  const limit = (key: string, severity: string) =>
    definitionOf(key).levels.find((level) => level.severity === severity)!.value as number
  for (const { key } of DEFINITIONS) {
    const [, gas, kind] = key.match(/^(factory\.gas\.\w+)\.(stel|twa)$/) ?? []
    if (kind === 'stel') assert.ok(limit(key, 'critical') < limit(gas!, 'critical'), key)
    if (kind === 'twa') assert.ok(limit(key, 'warning') < limit(gas!, 'warning'), key)
  }
})

test('rules of rooms and rules of fridges and freezers never cover the same device', () => {
  const covers = ({ scope }: RuleDefinition, tag: string) =>
    (scope?.tags ?? [tag]).includes(tag) && !scope?.exclude_tags?.includes(tag)
  for (const tag of ['fridge', 'freezer']) {
    const rules = DEFINITIONS.filter(
      (rule) => 'field' in rule.condition && rule.condition.field === 'metrics.temperature' && covers(rule, tag),
    )
    const others = rules.filter(({ key }) => !key.startsWith('health.'))
    assert.ok(others.length > 0 && others.every(({ key }) => key.startsWith(`cold_chain.${tag}.`)), tag)
  }
})

test('the clear value of each level is at the usual distance for its metric', () => {
  const distances: [RegExp, (limit: number) => number][] = [
    [/systolic|diastolic|heart_rate|speed|fuel|battery|signal|glucose\.low/, () => 5],
    [/glucose\.high/, () => 10],
    [/spo2/, () => 1],
    [/health\.temperature/, () => 0.3],
    [/\.temperature|freezer/, () => 1],
    [/fridge/, () => 0.5],
    [/oxygen/, () => 0.2],
    [/gas|smoke|combustible/, (limit) => limit / 10],
    [/impact\.force/, () => 0],
    [/news2/, () => 1],
  ]
  for (const { key, condition, levels } of DEFINITIONS) {
    if (condition.type !== 'threshold') continue
    const [, distance] = distances.find(([pattern]) => pattern.test(key)) ?? []
    // A metric of its own module has no usual distance yet.
    if (distance === undefined) continue
    for (const { value: own, clear = own } of levels) {
      const value = typeof own === 'object' ? own.default : own
      assert.ok(typeof value === 'number' && typeof clear === 'number', key)
      assert.ok(Math.abs(Math.abs(value - clear) - distance(value)) < 0.02, `${key} ${value} ${clear}`)
    }
  }
})
