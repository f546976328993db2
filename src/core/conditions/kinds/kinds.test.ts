import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '../condition.ts'
import { alertLimit, isBreached, isCleared, isWorse } from '../evaluate-condition.ts'
import { valueReader } from '../measure-leaf.ts'
import type { RuleLevel } from './kind.ts'
import type { Evaluated } from './read-field.ts'

type Op = 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'neq'

const threshold = (op: Op): Condition => ({ type: 'threshold', field: 'metrics.systolic', op })
const range = (mode: 'outside' | 'inside', margin?: number): Condition => ({
  type: 'range',
  field: 'metrics.humidity',
  mode,
  min: 20,
  max: 80,
  ...(margin === undefined ? {} : { margin }),
})
const flag = (equals?: boolean): Condition => ({
  type: 'flag',
  field: 'flags.water_leak',
  ...(equals === undefined ? {} : { equals }),
})
const level = (value: number | null = null, clear: number | null = null): RuleLevel => ({
  severity: 'warning',
  value,
  clear,
  for_s: 0,
})
const conditionValue = (condition: Condition, from: Evaluated) => valueReader(condition)(from)
const reading = (values: Partial<Evaluated>): Evaluated => ({
  metrics: {},
  flags: {},
  battery: null,
  signal: null,
  lat: null,
  lng: null,
  ...values,
})

test('a threshold is breached on its side of the limit, and at the limit only when it says so', () => {
  const breachedAt = (op: Op) => [99, 100, 101].filter((value) => isBreached(threshold(op), level(100), value))
  assert.deepEqual(breachedAt('gt'), [101])
  assert.deepEqual(breachedAt('gte'), [100, 101])
  assert.deepEqual(breachedAt('lt'), [99])
  assert.deepEqual(breachedAt('lte'), [99, 100])
  assert.deepEqual(breachedAt('eq'), [100])
  assert.deepEqual(breachedAt('neq'), [99, 101])
})

test('without a clear value a threshold clears wherever it is not breached', () => {
  for (const op of ['gt', 'gte', 'lt', 'lte', 'eq', 'neq'] as const) {
    for (const value of [99, 100, 101]) {
      const isBreach = isBreached(threshold(op), level(100), value)
      assert.equal(isCleared(threshold(op), level(100), value), !isBreach, `${op} at ${value}`)
    }
  }
})

test('gt clears at the clear value, gte only below it', () => {
  const clearedAt = (op: Op) => [94, 95, 96, 100].filter((value) => isCleared(threshold(op), level(100, 95), value))
  assert.deepEqual(clearedAt('gt'), [94, 95])
  assert.deepEqual(clearedAt('gte'), [94])
})

test('lt clears at the clear value, lte only above it', () => {
  const clearedAt = (op: Op) => [100, 104, 105, 106].filter((value) => isCleared(threshold(op), level(100, 105), value))
  assert.deepEqual(clearedAt('lt'), [105, 106])
  assert.deepEqual(clearedAt('lte'), [106])
})

test('between its clear value and its limit a threshold is neither breached nor cleared', () => {
  for (const [op, value] of [
    ['gt', 98],
    ['gte', 98],
    ['lt', 102],
    ['lte', 102],
  ] as const) {
    const levels = level(100, op.startsWith('g') ? 95 : 105)
    assert.equal(isBreached(threshold(op), levels, value), false, op)
    assert.equal(isCleared(threshold(op), levels, value), false, op)
  }
})

test('a range breached outside counts its ends as inside, and clears the margin further in', () => {
  const values = [19, 20, 22, 23, 50, 77, 78, 80, 81]
  assert.deepEqual(
    values.filter((value) => isBreached(range('outside', 3), level(), value)),
    [19, 81],
  )
  assert.deepEqual(
    values.filter((value) => isCleared(range('outside', 3), level(), value)),
    [23, 50, 77],
  )
})

test('a range breached inside counts its ends as inside, and clears the margin further out', () => {
  const values = [16, 17, 19, 20, 50, 80, 81, 83, 84]
  assert.deepEqual(
    values.filter((value) => isBreached(range('inside', 3), level(), value)),
    [20, 50, 80],
  )
  assert.deepEqual(
    values.filter((value) => isCleared(range('inside', 3), level(), value)),
    [16, 84],
  )
})

test('a range without a margin clears wherever it is not breached', () => {
  for (const mode of ['outside', 'inside'] as const) {
    for (const value of [19, 20, 21, 79, 80, 81]) {
      const isBreach = isBreached(range(mode), level(), value)
      assert.equal(isCleared(range(mode), level(), value), !isBreach, `${mode} at ${value}`)
    }
  }
})

test('a flag is breached when raised, or when not raised if the rule says so', () => {
  assert.equal(isBreached(flag(), level(), 1), true)
  assert.equal(isBreached(flag(), level(), 0), false)
  assert.equal(isCleared(flag(), level(), 0), true)
  assert.equal(isCleared(flag(), level(), 1), false)
  assert.equal(isBreached(flag(false), level(), 0), true)
  assert.equal(isCleared(flag(false), level(), 1), true)
})

test('a flag that is raised counts 1, one that is not 0, and an absent one is unknown', () => {
  assert.equal(conditionValue(flag(), reading({ flags: { water_leak: true } })), 1)
  assert.equal(conditionValue(flag(), reading({ flags: { water_leak: false } })), 0)
  assert.equal(conditionValue(flag(), reading({ flags: { power_failure: true } })), null)
})

test('a threshold reads metrics, numbers among the flags, battery and signal', () => {
  const valueIn = (field: string) =>
    conditionValue(
      { type: 'threshold', field, op: 'gt' },
      reading({ metrics: { systolic: 0 }, flags: { impact_g_force: 2.6 }, battery: 15, signal: -101 }),
    )
  assert.equal(valueIn('metrics.systolic'), 0)
  assert.equal(valueIn('flags.impact_g_force'), 2.6)
  assert.equal(valueIn('battery'), 15)
  assert.equal(valueIn('signal'), -101)
})

test('a value that is absent or of the wrong kind is unknown', () => {
  const { metrics, flags } = reading({ metrics: { gas_type: 'CO' }, flags: { water_leak: true, force: 3 } })
  const valueIn = (condition: Condition) => conditionValue(condition, reading({ metrics, flags }))
  assert.equal(valueIn(threshold('gt')), null)
  assert.equal(valueIn({ type: 'threshold', field: 'metrics.gas_type', op: 'gt' }), null)
  assert.equal(valueIn({ type: 'threshold', field: 'flags.water_leak', op: 'gt' }), null)
  assert.equal(valueIn({ type: 'flag', field: 'flags.force' }), null)
  assert.equal(valueIn({ type: 'threshold', field: 'battery', op: 'lt' }), null)
})

test('a condition with `where` reads only readings with that text, in upper or lower case', () => {
  const carbonMonoxide: Condition = {
    type: 'threshold',
    field: 'metrics.gas_ppm',
    op: 'gte',
    where: { field: 'metrics.gas_type', equals: 'CO' },
  }
  const valueIn = (metrics: Record<string, number | string>) => conditionValue(carbonMonoxide, reading({ metrics }))
  assert.equal(valueIn({ gas_type: 'CO', gas_ppm: 40 }), 40)
  assert.equal(valueIn({ gas_type: 'co', gas_ppm: 40 }), 40)
  assert.equal(valueIn({ gas_type: 'CO2', gas_ppm: 40 }), null)
  assert.equal(valueIn({ gas_ppm: 40 }), null)
  assert.equal(valueIn({ gas_type: 'CO' }), null)
})

test('an alert names the limit of its level, the end of the range that was crossed, and no limit for a flag', () => {
  assert.equal(alertLimit(threshold('gt'), level(180), 185), 180)
  assert.equal(alertLimit(range('outside'), level(), 19), 20)
  assert.equal(alertLimit(range('outside'), level(), 81), 80)
  assert.equal(alertLimit(flag(), level(), 1), null)
})

test('the peak is the value furthest beyond the limit, on either side', () => {
  assert.equal(isWorse(threshold('gt'), 190, 185), true)
  assert.equal(isWorse(threshold('gte'), 185, 185), false)
  assert.equal(isWorse(threshold('lt'), 80, 85), true)
  assert.equal(isWorse(threshold('lte'), 90, 85), false)
  assert.equal(isWorse(range('outside'), 5, 90), true)
  assert.equal(isWorse(range('outside'), 50, 90), false)
  assert.equal(isWorse(range('inside'), 50, 30), true)
  assert.equal(isWorse(range('inside'), 90, 30), false)
})

test('with flags, eq and neq, a value that clears is never the peak', () => {
  assert.equal(isWorse(flag(), 1, 1), false)
  assert.equal(isWorse(flag(false), 1, 0), false)
  assert.equal(isWorse(threshold('eq'), 7, 5), false)
  assert.equal(isWorse(threshold('neq'), 7, 5), false)
})
