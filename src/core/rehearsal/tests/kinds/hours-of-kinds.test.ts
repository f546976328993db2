import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Condition, type RuleDefinition, withDefaults } from '../../../rules/rule.ts'
import type { RuleTest } from '../rule-test.ts'
import { runRuleTest } from '../run-rule-test.ts'

const CIRCLE = { circle: { lat: 46, lng: 14.5, radius_m: 500 } }
const FLAG = { type: 'flag', field: 'flags.x' } as const
const HIGH = { type: 'threshold', field: 'metrics.x', op: 'gt', value: 5 } as const
const VALUES = { 'metrics.x': '1 9 9', 'flags.x': 'false true true' }
const AWAY = { lat: '46 46.2 46.2', lng: '14.5 14.5 14.5' }
const HERE = { lat: '46.2 46 46', lng: '14.5 14.5 14.5' }

/** Conditions that are true from the second of three readings on, ten minutes before the hours begin. */
const LASTING: Record<string, { condition: Condition; input: Record<string, string>; value?: number }> = {
  threshold: { condition: { type: 'threshold', field: 'metrics.x', op: 'gt' }, input: VALUES, value: 5 },
  range: { condition: { type: 'range', field: 'metrics.x', min: 0, max: 5, mode: 'outside' }, input: VALUES },
  flag: { condition: FLAG, input: VALUES },
  rate: {
    condition: { type: 'rate', field: 'metrics.x', window_s: 600, calc: 'delta', op: 'gt' },
    ...{ input: VALUES, value: 5 },
  },
  aggregate: {
    condition: { type: 'aggregate', field: 'metrics.x', fn: 'max', window_s: 600, op: 'gt' },
    ...{ input: VALUES, value: 5 },
  },
  count: { condition: { type: 'count', of: FLAG, at_least: 2, within_s: 36_000 }, input: VALUES },
  score: {
    condition: {
      type: 'score',
      op: 'gte',
      parts: [{ field: 'metrics.x', bands: [{ upto: 5, points: 0 }, { points: 3 }] }],
    },
    ...{ input: VALUES, value: 3 },
  },
  'geofence outside': {
    condition: { type: 'geofence', fence: CIRCLE, when: 'outside', min_points: 1 },
    input: AWAY,
  },
  'geofence inside': { condition: { type: 'geofence', fence: CIRCLE, when: 'inside', min_points: 1 }, input: HERE },
  all: { condition: { type: 'all', of: [FLAG, HIGH] }, input: VALUES },
  any: { condition: { type: 'any', of: [FLAG, { ...HIGH, value: 99 }] }, input: VALUES },
  not: { condition: { type: 'not', of: [{ ...FLAG, equals: false }] }, input: VALUES },
}

function differences(
  condition: Condition,
  input: Record<string, string>,
  value: number | undefined,
  expect: RuleTest['expect'],
) {
  const rule: RuleDefinition = {
    ...{ key: 'x', name: 'x', title: 'x', condition },
    levels: [{ severity: 'warning', ...(value === undefined ? {} : { value }) }],
    schedule: { tz: 'UTC', hours: [{ from: '22:00', to: '06:00' }] },
  }
  const { differences } = runRuleTest([withDefaults(rule, 1)], {
    ...{ name: 'x', starts_at: '2026-01-01T21:48:00Z', expect },
    // Its values hold for twelve hours.
    devices: { d: { module: 'factory', expected_interval_s: 4 * 3_600 } },
    input: Object.entries(input).map(([field, values]) => ({ device: 'd', field, values })),
  })
  return differences
}

for (const [kind, { condition, input, value }] of Object.entries(LASTING)) {
  test(`${kind}: what still holds when the hours begin raises its alert then, and their end ends it`, () => {
    const firing = [{ rule: 'x', severity: 'warning' as const }]
    const expect = [
      { at: '11m', alerts: [] },
      { at: '12m', alerts: firing },
      { at: '492m', alerts: firing },
      { at: '493m', alerts: [] },
    ]
    assert.deepEqual(differences(condition, input, value, expect), [])
  })
}

for (const [when, input] of [
  ['exit', AWAY],
  ['enter', HERE],
] as const) {
  test(`geofence ${when}: a boundary that was crossed before the hours raises nothing when they begin`, () => {
    const crossed: Condition = { type: 'geofence', fence: CIRCLE, when, min_points: 1 }
    const still = Object.fromEntries(
      Object.entries(input).map(([field, values]) => [field, values.split(' ').slice(0, 2).join(' ')]),
    )
    const expect = [{ at: '30m', alerts: [] }]
    assert.deepEqual(differences(crossed, still, undefined, expect), [])
    // Beside something that lasts, only that counts.
    const beside: Condition = { type: 'any', of: [crossed, { ...HIGH, value: 99 }] }
    assert.deepEqual(differences(beside, still, undefined, expect), [])
  })
}
