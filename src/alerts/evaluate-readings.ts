import type { Device } from '../devices/device.ts'
import type { Reading } from '../telemetry/reading.ts'
import { conditionValue, isBreached } from './evaluate-condition.ts'
import type { Rule } from './rule.ts'
import { advance } from './rule-engine.ts'
import { isInScope, type RuleSet } from './rule-set.ts'
import { type AlertEffect, dueAt, type RuleState } from './rule-state.ts'

/** The rule states of one device by rule key; a rule without an entry is idle. */
export type DeviceRuleStates = Map<string, RuleState>

/** What happened to an alert, with everything needed to write it down and tell of it. */
export interface DeviceEffect {
  device: Device
  rule: Rule
  effect: AlertEffect
  reading: Reading | null
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

/** Gaps are judged by what the rule allows or by three of the device's own intervals, whichever is longer. */
export const maxGapS = (rule: Rule, device: Device): number =>
  Math.max(rule.max_gap_s, 3 * (device.expected_interval_s ?? 0))

/**
 * Runs the rules over the readings of one device, oldest first, up to and with the first on which an alert turns: what
 * follows from that one is to be written down before the next is looked at. Pure but for `states`, which is brought up
 * to date. `recordedAt` is the newest reading time evaluated before (ms), or null.
 */
export function evaluateReadings(
  rules: RuleSet,
  device: Device,
  readings: readonly Reading[],
  states: DeviceRuleStates,
  recordedAt: number | null,
  newAlertId: () => number,
): Evaluation & { evaluated: number } {
  const effects: DeviceEffect[] = []
  const touched = new Set<Rule>()
  let newest = recordedAt
  let evaluated = 0
  let hasTurned = false
  for (const reading of readings) {
    const isLate = newest !== null && reading.evaluated_at < newest
    for (const rule of rules.byModule[reading.module]) {
      const value = conditionValue(rule.condition, reading)
      if (value === null) continue
      const state = states.get(rule.key) ?? null
      // Most readings of most devices end here: nothing remembered, nothing breached.
      if (state === null && !isAnyLevelBreached(rule, value)) continue
      if (!isInScope(rule, device)) continue
      const observation = {
        at: reading.evaluated_at,
        value,
        received_at: reading.received_at,
        late_behind: isLate ? newest : null,
        max_gap_s: maxGapS(rule, device),
      }
      const step = advance(rule, state, observation, newAlertId)
      if (step.state === null) states.delete(rule.key)
      else states.set(rule.key, step.state)
      touched.add(rule)
      for (const effect of step.effects) {
        effects.push({ device, rule, effect, reading })
        // Another value of an alert that goes on is no turn: of several such, the last says it all.
        if (effect.kind !== 'updated') hasTurned = true
      }
    }
    if (newest === null || reading.evaluated_at > newest) newest = reading.evaluated_at
    evaluated += 1
    if (hasTurned) break
  }
  const changes = [...touched].map((rule) => stateChange(rule, device, states.get(rule.key) ?? null))
  return { effects, changes, evaluated }
}

/** After a tick at `tickedAt` only what lies behind it can still be due. */
export function stateChange(rule: Rule, device: Device, state: RuleState | null, tickedAt?: Date): RuleStateChange {
  const due = state === null ? null : dueAt(rule, state, maxGapS(rule, device))
  const isPast = due !== null && tickedAt !== undefined && due <= tickedAt.getTime()
  return { device_id: device.id, rule_key: rule.key, state, due_at: isPast ? null : due }
}

function isAnyLevelBreached(rule: Rule, value: number): boolean {
  for (const level of rule.levels) if (isBreached(rule.condition, level, value)) return true
  return false
}
