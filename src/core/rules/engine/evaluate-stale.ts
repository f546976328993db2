import type { Device } from '../../devices/device.ts'
import type { CompiledRule } from './compile-rule.ts'
import { type DeviceEffect, type DeviceRuleStates, type RuleStateChange, stateChange } from './evaluate-readings.ts'
import { advance } from './rule-engine.ts'
import type { AlertEffect } from './rule-state.ts'

interface StaleEvaluation {
  changes: RuleStateChange[]
  effects: DeviceEffect[]
  /** Time of the next check (ms of server time), or null if no stale rule applies to this device. */
  nextAt: number | null
}

/**
 * Evaluates the stale rules for a device at `now` (ms of server time). `heardAt` returns when the device last sent what
 * a rule expects; null (never) does not count as stale. Pure except for `states`.
 * The next check is never later than the next moment that matters, however many readings arrive until then: so no
 * reading has to move it.
 */
export function evaluateStale(
  rules: readonly CompiledRule[],
  device: Device,
  heardAt: (rule: CompiledRule) => number | null,
  now: number,
  states: DeviceRuleStates,
): StaleEvaluation {
  const silence: StaleEvaluation = { changes: [], effects: [], nextAt: null }
  for (const rule of rules) {
    const heard = heardAt(rule)
    const patience = rule.levels.map(({ value }) => value! * 1_000)
    const moments = heard === null ? [] : patience.map((ms) => heard + ms)
    const nextAt = moments.find((moment) => moment > now) ?? now + Math.min(...patience)
    silence.nextAt = Math.min(silence.nextAt ?? nextAt, nextAt)
    let isTouched = endSilence(rule, heard, states, (effect) =>
      silence.effects.push({ device, rule, effect, reading: null }),
    )
    for (const [place, moment] of moments.entries()) {
      const state = states.get(rule.key) ?? null
      // Breached already; or an earlier breach that a reading has ended since.
      const isReported = state?.breached_since[rule.levels[place]!.severity] !== undefined
      if (moment > now || isReported) continue
      const finding = { value: rule.levels[place]!.value!, breached: (1 << (place + 1)) - 1, cleared: 0 }
      const seen = { at: moment, finding, memory: null, received_at: moment, late_behind: null }
      const step = advance(rule, state, { ...seen, max_gap_s: Number.POSITIVE_INFINITY })
      if (step.state !== null) states.set(rule.key, step.state)
      silence.effects.push(...step.effects.map((effect) => ({ device, rule, effect, reading: null })))
      isTouched = true
    }
    if (isTouched) silence.changes.push(stateChange(rule, device, states.get(rule.key) ?? null))
  }
  return silence
}

/** A reading of another module than the rule's counts as heard too. */
function endSilence(
  rule: CompiledRule,
  heard: number | null,
  states: DeviceRuleStates,
  report: (effect: AlertEffect) => void,
): boolean {
  const state = states.get(rule.key) ?? null
  if (heard === null || state === null || state.open === null || heard <= state.last_at) return false
  const finding = { value: 0, breached: 0, cleared: (1 << rule.levels.length) - 1 }
  const seen = { at: heard, finding, memory: null, received_at: heard, late_behind: null }
  const step = advance(rule, state, { ...seen, max_gap_s: Number.POSITIVE_INFINITY })
  if (step.state === null) states.delete(rule.key)
  else states.set(rule.key, step.state)
  for (const effect of step.effects) report(effect)
  return true
}
