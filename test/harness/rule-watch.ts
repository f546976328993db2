import type { Finding } from '../../src/core/conditions/compile-condition.ts'
import { isBreached, isCleared } from '../../src/core/conditions/evaluate-condition.ts'
import { type CompiledRule, compileRule } from '../../src/core/rules/engine/compile-rule.ts'
import { numberAlerts } from '../../src/core/rules/engine/number-alerts.ts'
import { advance, tick } from '../../src/core/rules/engine/rule-engine.ts'
import { closedByPerson, dueAt, type RuleState } from '../../src/core/rules/engine/rule-state.ts'
import type { EngineStep } from '../../src/core/rules/engine/settle-alert.ts'
import { type RuleDefinition, withDefaults } from '../../src/core/rules/rule.ts'

export const SYSTOLIC: RuleDefinition = {
  key: 'systolic',
  name: 'Systolic blood pressure high',
  condition: { type: 'threshold', field: 'metrics.systolic', op: 'gt' },
  levels: [
    { severity: 'critical', value: 180, clear: 175 },
    { severity: 'warning', value: 140, clear: 135 },
  ],
  title: 'Systolic blood pressure above {threshold} mmHg',
}
/** The same, but a warning must hold for a minute. */
export const PATIENT: RuleDefinition = {
  ...SYSTOLIC,
  levels: [
    { severity: 'warning', value: 140, clear: 135, for_s: 60 },
    { severity: 'critical', value: 180, clear: 175 },
  ],
}
export const PANIC: RuleDefinition = {
  key: 'panic',
  name: 'Panic button pressed',
  condition: { type: 'flag', field: 'flags.panic_pressed' },
  levels: [{ severity: 'critical' }],
  cooldown_s: 0,
  latch: true,
  title: 'Panic button pressed',
}

/** Runs one device through one rule. Times are seconds; effects are returned as text, like "raised warning". */
export function watch(definition: RuleDefinition) {
  const rule = compileRule(withDefaults(definition, 1), null)
  let state: RuleState | null = null
  const number = numbering(rule)
  const take = (step: EngineStep) => {
    state = number(step).state
    return step.effects
  }
  const inWords = (effects: EngineStep['effects']) => effects.map(({ kind, alert }) => `${kind} ${alert.severity}`)
  const observation = (atS: number, value: number, receivedS: number) => ({
    at: atS * 1_000,
    finding: findingOf(rule, value),
    memory: null,
    received_at: receivedS * 1_000,
    late_behind: null,
    max_gap_s: rule.max_gap_s,
  })
  const effectsOf = (atS: number, value: number, receivedS = atS) =>
    take(advance(rule, state, observation(atS, value, receivedS)))
  const lateEffectsOf = (atS: number, value: number, behindS: number) => {
    const seen = { ...observation(atS, value, behindS), late_behind: behindS * 1_000 }
    return take(advance(rule, state, seen))
  }
  return {
    effectsOf,
    lateEffectsOf,
    reads: (atS: number, value: number, receivedS = atS) => inWords(effectsOf(atS, value, receivedS)),
    readsLate: (atS: number, value: number, behindS: number) => inWords(lateEffectsOf(atS, value, behindS)),
    ticks: (nowS: number) => (state === null ? [] : inWords(take(tick(rule, state, nowS * 1_000, rule.max_gap_s)))),
    personClosesAt: (nowS: number) => {
      state = closedByPerson(rule, state!, nowS * 1_000)
    },
    dueAtS: () => {
      const due = state === null ? null : dueAt(rule, state, rule.max_gap_s)
      return due === null ? null : due / 1_000
    },
    state: () => state,
    open: () => state?.open ?? null,
  }
}

/** Numbers the alerts of one device and rule: 1, 2, … */
export function numbering(rule: CompiledRule): (step: EngineStep) => EngineStep {
  let ids = 0
  const nextId = () => {
    ids += 1
    return ids
  }
  return (step) => {
    const effects = step.effects.map((effect) => ({ device: { id: 1 }, rule, effect }))
    numberAlerts({ effects, changes: [{ device_id: 1, rule_key: rule.key, state: step.state }] }, nextId)
    return step
  }
}

/** The result of a single-value condition for a value. */
export function findingOf({ condition, levels }: CompiledRule, value: number): Finding {
  const bits = (is: typeof isCleared) =>
    levels.reduce((sum, level, place) => sum + (is(condition, level, value) ? 1 << place : 0), 0)
  return { value, breached: bits(isBreached), cleared: bits(isCleared) }
}
