import { isStale } from '../conditions/kinds/stale.ts'
import type { Device } from '../devices/device.ts'
import { type CompiledRule, maxGapS } from '../rules/engine/compile-rule.ts'
import {
  type DeviceRuleStates,
  type Evaluation,
  evaluateReadings,
  stateChange,
} from '../rules/engine/evaluate-readings.ts'
import { evaluateStale } from '../rules/engine/evaluate-stale.ts'
import { numberAlerts } from '../rules/engine/number-alerts.ts'
import { tick } from '../rules/engine/rule-engine.ts'
import type { RuleSet } from '../rules/engine/rule-set.ts'
import { dueAt, type RuleState } from '../rules/engine/rule-state.ts'
import { type NewestReading, seenBehind } from '../telemetry/latest/evaluation-time.ts'
import { inOrderOfEvaluation, type RuleReading } from '../telemetry/reading.ts'
import { applyEffect, type RehearsedAlert } from './rehearsed-alert.ts'

/** Runs rules for one device with the real engine, but without a database and without notifications. Times are ms. */
export interface Rehearsal {
  /** Evaluates readings that arrived together. Earlier calls must have been for earlier arrivals. */
  addReadings(readings: readonly RuleReading[]): void
  /** Advances the service's clock. */
  advanceTo(now: number): void
  /** In the order in which they were raised. */
  alerts(): RehearsedAlert[]
}

/** `states` are the rule states, updated in place. */
export function rehearse(rules: RuleSet, device: Device, states: DeviceRuleStates = new Map()): Rehearsal {
  const alerts = new Map<number, RehearsedAlert>()
  const heard = new Map<string, number>()
  const staleRules = rules.staleRulesFor(device)
  let newest: NewestReading | null = null
  let listenAgainAt: number | null = null
  let ids = 0
  const nextId = () => {
    ids += 1
    return ids
  }
  const apply = (evaluation: Evaluation, now: number) => {
    numberAlerts(evaluation, nextId)
    for (const effect of evaluation.effects) applyEffect(alerts, effect, now)
  }

  function listen(now: number): void {
    if (staleRules.length === 0 || heard.size === 0 || (listenAgainAt !== null && listenAgainAt > now)) return
    const heardAt = ({ condition }: (typeof staleRules)[number]) =>
      heard.get((isStale(condition) && condition.field) || ANYTHING) ?? null
    const evaluation = evaluateStale(staleRules, device, heardAt, now, states)
    apply(evaluation, now)
    listenAgainAt = evaluation.nextAt
  }

  /** The service looks twice a second at what is due, so each change comes at its own time. */
  function passRuleTo(key: string, rule: CompiledRule, known: RuleState, now: number): void {
    const gap = maxGapS(rule, device)
    let state: RuleState | null = known
    for (let due = dueAt(rule, known, gap); state !== null && due !== null && due <= now; ) {
      const step = tick(rule, state, due, gap)
      state = step.state
      if (state === null) states.delete(key)
      else states.set(key, state)
      const effects = step.effects.map((effect) => ({ device, rule, effect, reading: null }))
      const change = stateChange(rule, device, state, new Date(due))
      apply({ effects, changes: [change] }, due)
      due = change.due_at
    }
  }

  return {
    addReadings(readings) {
      const sorted = seenBehind(readings, newest).sort(inOrderOfEvaluation)
      for (let left = sorted; left.length > 0; ) {
        const evaluation = evaluateReadings(rules, device, left, states, newest?.evaluated_at ?? null)
        apply(evaluation, left[0]!.received_at)
        const last = left[evaluation.evaluated - 1]!
        if (newest === null || last.evaluated_at >= newest.evaluated_at) newest = last
        left = left.slice(evaluation.evaluated)
      }
      if (staleRules.length > 0) for (const reading of readings) noteFields(heard, reading)
    },
    advanceTo(now) {
      listen(now)
      for (const [key, state] of states) {
        const rule = rules.ruleFor(key, device)!
        passRuleTo(key, rule, state, now)
      }
    },
    alerts: () => [...alerts.values()],
  }
}

const ANYTHING = '*'

function noteFields(heard: Map<string, number>, { received_at, metrics, flags, battery, signal }: RuleReading): void {
  const keys = [
    ANYTHING,
    ...Object.keys(metrics).map((key) => `metrics.${key}`),
    ...Object.keys(flags).map((key) => `flags.${key}`),
    ...(battery === null ? [] : ['battery']),
    ...(signal === null ? [] : ['signal']),
  ]
  for (const key of keys) heard.set(key, Math.max(heard.get(key) ?? 0, received_at))
}
