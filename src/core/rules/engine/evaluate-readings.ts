import { isStale } from '../../conditions/kinds/stale.ts'
import type { Device } from '../../devices/device.ts'
import type { RuleReading } from '../../telemetry/reading.ts'
import { type CompiledRule, maxGapS } from './compile-rule.ts'
import { advance } from './rule-engine.ts'
import { isInScope, type RuleSet } from './rule-set.ts'
import { type AlertEffect, dueAt, type RuleState } from './rule-state.ts'
import { type EngineStep, leaveScope } from './settle-alert.ts'

/** The rule states of one device by rule key; a rule without an entry is idle. */
export type DeviceRuleStates = Map<string, RuleState>

/** An effect on an alert, with everything needed to store and announce it. */
export interface DeviceEffect {
  device: Device
  rule: CompiledRule
  effect: AlertEffect
  reading: RuleReading | null
}

export interface RuleStateChange {
  device_id: number
  rule_key: string
  state: RuleState | null
  due_at: number | null
}

export interface Evaluation {
  changes: RuleStateChange[]
  effects: DeviceEffect[]
}

const NOTHING: Evaluation = { changes: [], effects: [] }
const NO_RULES: readonly CompiledRule[] = []

/**
 * Runs the rules over the readings of one device, oldest first, up to and including the first that opens or resolves an
 * alert: its effects must be stored before the next reading is evaluated. Pure except for `states`, which is updated.
 * `recordedAt` is the newest reading time evaluated before (ms), or null.
 */
export function evaluateReadings(
  rules: RuleSet,
  device: Device,
  readings: readonly RuleReading[],
  states: DeviceRuleStates,
  recordedAt: number | null,
): Evaluation & { evaluated: number } {
  // The fast path for nearly all readings of nearly all devices.
  if (states.size === 0 && areAllCalm(rules, device, readings)) return { ...NOTHING, evaluated: readings.length }
  const effects: DeviceEffect[] = []
  const touched = new Set<CompiledRule>()
  let newest = recordedAt
  let evaluated = 0
  let hasTurned = false
  const note = (rule: CompiledRule, step: EngineStep, reading: RuleReading) => {
    if (step.state === null) states.delete(rule.key)
    else states.set(rule.key, step.state)
    touched.add(rule)
    for (const effect of step.effects) {
      effects.push({ device, rule, effect, reading })
      // A further value of an open alert does not end the round: only the last of several matters.
      if (effect.kind !== 'updated') hasTurned = true
    }
  }
  for (const reading of readings) {
    const isLate = newest !== null && reading.evaluated_at < newest
    const inScope = rules.rulesFor(reading.module, device)
    const isClearlyNormal = inScope.isClearlyNormal(reading)
    for (const [key, state] of states) {
      const rule = rules.ruleFor(key, device)
      if (rule === undefined || isInScope(rule, device)) continue
      note(rule, leaveScope(state, reading.evaluated_at), reading)
    }
    for (const rule of isClearlyNormal && states.size === 0 ? NO_RULES : inScope.rules) {
      const state = states.get(rule.key) ?? null
      if (state === null && (isClearlyNormal || rule.watch.isClearlyNormal(reading))) continue
      const step = take(rule, device, state, reading, isLate ? newest : null)
      if (step === null || (step.state === state && step.effects.length === 0)) continue
      note(rule, step, reading)
    }
    if (newest === null || reading.evaluated_at > newest) newest = reading.evaluated_at
    evaluated += 1
    if (hasTurned) break
  }
  const changes = [...touched].map((rule) => stateChange(rule, device, states.get(rule.key) ?? null))
  return { effects, changes, evaluated }
}

function areAllCalm(rules: RuleSet, device: Device, readings: readonly RuleReading[]): boolean {
  for (const reading of readings) if (!rules.rulesFor(reading.module, device).isClearlyNormal(reading)) return false
  return true
}

/** Evaluates one reading for one rule; null if the reading has no effect. */
function take(
  rule: CompiledRule,
  device: Device,
  state: RuleState | null,
  reading: RuleReading,
  lateBehind: number | null,
): EngineStep | null {
  // Staleness is measured in server time, in which nothing is late.
  const isStaleRule = isStale(rule.condition)
  const at = isStaleRule ? Math.max(reading.received_at, state?.last_at ?? 0) : reading.evaluated_at
  const late_behind = isStaleRule ? null : lateBehind
  if (late_behind !== null && rule.late === 'ignore') return null
  const memory = state?.version === rule.version ? state.memory : null
  const observed = rule.watch.observe(reading, memory, at)
  if (observed === null) return null
  const seen = {
    at,
    finding: observed.finding,
    lasting: observed.lasting,
    memory: observed.memory,
    received_at: reading.received_at,
    late_behind,
    max_gap_s: maxGapS(rule, device),
  }
  return advance(rule, state, seen)
}

/** After a tick at `tickedAt`, only later moments can still be due. */
export function stateChange(
  rule: CompiledRule,
  device: Device,
  state: RuleState | null,
  tickedAt?: Date,
): RuleStateChange {
  const due = state === null ? null : dueAt(rule, state, maxGapS(rule, device))
  const isPast = due !== null && tickedAt !== undefined && due <= tickedAt.getTime()
  return { device_id: device.id, rule_key: rule.key, state, due_at: isPast ? null : due }
}
