import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findingOf, numbering, PANIC, SYSTOLIC } from '../../../../test/harness/rule-watch.ts'
import type { Device } from '../../devices/device.ts'
import { toReading } from '../../telemetry/reading.ts'
import { type RuleDefinition, withDefaults } from '../rule.ts'
import { type CompiledRule, compileRule } from './compile-rule.ts'
import { type DeviceRuleStates, evaluateReadings } from './evaluate-readings.ts'
import { numberAlerts } from './number-alerts.ts'
import { advance, tick } from './rule-engine.ts'
import { ruleSet } from './rule-set.ts'
import { closedByPerson, dueAt, type RuleState } from './rule-state.ts'
import type { EngineStep } from './settle-alert.ts'

/** A fixed seed, so that a failing run fails everywhere. */
const RUNS = { numRuns: 2_000, seed: 20_260_301 }

/**
 * Rules with rising limits or with one code per level, and with every combination of waiting, clearing and latching.
 */
const someRule: fc.Arbitrary<CompiledRule> = fc
  .record({
    op: fc.constantFrom('gt' as const, 'eq' as const),
    warningForS: fc.constantFrom(0, 30, 60),
    criticalForS: fc.constantFrom(0, 30, 90),
    clear_for_s: fc.constantFrom(0, 30, 60),
    cooldown_s: fc.constantFrom(0, 120),
    max_gap_s: fc.constantFrom(50, 200),
    latch: fc.boolean(),
  })
  .map(({ op, warningForS, criticalForS, ...durations }) => {
    const levels: RuleDefinition['levels'] = [
      { severity: 'warning', value: 140, for_s: warningForS, ...(op === 'gt' ? { clear: 135 } : {}) },
      { severity: 'critical', value: 180, for_s: criticalForS, ...(op === 'gt' ? { clear: 175 } : {}) },
    ]
    const condition = { type: 'threshold' as const, field: 'metrics.systolic', op }
    return compileRule(withDefaults({ ...SYSTOLIC, condition, levels, ...durations }, 1), null)
  })

const someValue = fc.constantFrom(120, 135, 136, 140, 141, 175, 176, 180, 181, 200)
const someSteps = fc.array(
  fc
    .oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('reading'),
          value: someValue,
          delayS: fc.constantFrom(0, 0, 0, 10, 300),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('late'), value: someValue, delayS: fc.constantFrom(10, 300) }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('tick'), value: fc.constant(0), delayS: fc.constant(0) }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('close'), value: fc.constant(0), delayS: fc.constant(0) }),
      },
    )
    .chain((step) => fc.constantFrom(0, 10, 20, 30, 60, 130).map((restS) => ({ ...step, restS }))),
  { maxLength: 30 },
)
type Steps = typeof someSteps extends fc.Arbitrary<infer T> ? T : never

/** Runs the steps through one rule. `afterEach` sees, and may replace, the rule's state after each step. */
function run(
  rule: CompiledRule,
  steps: Steps,
  afterEach: (state: RuleState, now: number) => RuleState,
): EngineStep['effects'][] {
  const effects: EngineStep['effects'][] = []
  let state: RuleState | null = null
  const number = numbering(rule)
  let now = 1_000_000
  let newest: number | null = null
  for (const { kind, value, delayS, restS } of steps) {
    now += restS * 1_000
    let step: EngineStep = { state, effects: [] }
    if (kind === 'tick' && state !== null) step = tick(rule, state, now, rule.max_gap_s)
    if (kind === 'close' && state?.open) step = { state: closedByPerson(rule, state, now), effects: [] }
    if (kind === 'reading' || kind === 'late') {
      // A reading is late only after a newer one, which the generator cannot know.
      const at: number = kind === 'late' ? now - delayS * 1_000 : Math.max(now - delayS * 1_000, newest ?? 0)
      const late_behind: number | null = newest !== null && at < newest ? newest : null
      step = advance(rule, state, {
        at,
        finding: findingOf(rule, value),
        memory: null,
        received_at: now,
        late_behind,
        max_gap_s: rule.max_gap_s,
      })
      newest = Math.max(newest ?? at, at)
    }
    effects.push(number(step).effects)
    state = step.state === null ? null : afterEach(step.state, now)
  }
  return effects
}

test('a restart between any two steps changes nothing', () => {
  const throughStorage = (state: RuleState): RuleState => JSON.parse(JSON.stringify(state)) as RuleState
  fc.assert(
    fc.property(someRule, someSteps, fc.infiniteStream(fc.boolean()), (rule, steps, restarts) => {
      const undisturbed = run(rule, steps, (state) => state)
      const restarted = run(rule, steps, (state) => (restarts.next().value ? throughStorage(state) : state))
      assert.deepEqual(restarted, undisturbed)
    }),
    RUNS,
  )
})

test('one alert is open at a time, and each resolves at most once before it is reopened', () => {
  fc.assert(
    fc.property(someRule, someSteps, (rule, steps) => {
      let open: number | null = null
      const ended = new Set<number>()
      for (const [place, effects] of run(rule, steps, (state) => state).entries()) {
        for (const { kind, alert } of effects) {
          if (kind === 'raised' || kind === 'reopened') {
            assert.equal(open, null)
            assert.equal(ended.has(alert.alert_id), kind === 'reopened')
            open = alert.alert_id
            ended.delete(open)
          } else {
            assert.equal(open, alert.alert_id)
          }
          if (kind === 'resolved') {
            assert.ok(!rule.latch)
            ended.add(alert.alert_id)
            open = null
          }
        }
        if (steps[place]?.kind === 'close' && open !== null) {
          ended.add(open)
          open = null
        }
      }
    }),
    RUNS,
  )
})

test('the clock has an effect at the time it is due, not before, and is not due again at once', () => {
  fc.assert(
    fc.property(someRule, someSteps, fc.nat(500), (rule, steps, laterS) => {
      const at = (state: RuleState, now: number) => tick(rule, state, now, rule.max_gap_s)
      run(rule, steps, (state, now) => {
        const due = dueAt(rule, state, rule.max_gap_s)
        const later = now + laterS * 1_000
        if (due === null || later < due) assert.deepEqual(at(state, later).effects, [])
        if (due === null) return state
        const { state: after, effects } = at(state, due)
        assert.equal(effects.length, 1)
        const dueNext = after === null ? null : dueAt(rule, after, rule.max_gap_s)
        assert.ok(dueNext === null || dueNext > due)
        return state
      })
    }),
    RUNS,
  )
})

test('in any order and repeated, each breach of a latched rule has exactly one alert', () => {
  const device: Device = {
    id: 1,
    site_id: 1,
    cell: 0,
    name: 'Anna',
    module: 'worker',
    enabled: true,
    tags: [],
    expected_interval_s: null,
    offline_after_s: null,
    attributes: {},
  }
  const rules = ruleSet([withDefaults(PANIC, 1)])
  const now = Date.UTC(2026, 0, 2)
  const someReading = fc
    .record({ agoS: fc.nat(80_000), pressed: fc.constantFrom(true, false, null) })
    .map(({ agoS, pressed }) =>
      toReading({ module: 'worker', ts: now / 1_000 - agoS, flags: { panic_pressed: pressed } }, now),
    )
  const someArrival = fc
    .array(someReading, { minLength: 1, maxLength: 12 })
    .chain((readings) => fc.shuffledSubarray([...readings, ...readings], { minLength: readings.length }))
  fc.assert(
    fc.property(someArrival, fc.nat(24), (arrival, batch) => {
      const states: DeviceRuleStates = new Map()
      let ids = 0
      let newest: number | null = null
      const raised = []
      // Two requests, each of which is sorted on arrival.
      for (const part of [arrival.slice(0, batch), arrival.slice(batch)]) {
        const sorted = part.toSorted((one, other) => one.evaluated_at - other.evaluated_at)
        for (let left = sorted; left.length > 0; ) {
          const evaluation = evaluateReadings(rules, device, left, states, newest)
          const { effects, evaluated } = evaluation
          numberAlerts(evaluation, () => {
            ids += 1
            return ids
          })
          raised.push(...effects.filter(({ effect }) => effect.kind === 'raised'))
          newest = Math.max(newest ?? 0, left[evaluated - 1]!.evaluated_at)
          left = left.slice(evaluated)
        }
      }
      const isPressed = arrival.some((reading) => reading.flags.panic_pressed === true)
      assert.equal(raised.length, isPressed ? 1 : 0)
      assert.equal(states.get('panic')?.open?.alert_id, isPressed ? 1 : undefined)
    }),
    RUNS,
  )
})
