import { limitOf } from '../conditions/evaluate-condition.ts'
import type { CompiledRule } from './compile-rule.ts'
import { inHours } from './in-hours.ts'
import { emptyState, type Observation, type RuleState } from './rule-state.ts'
import { type EngineStep, moveOpenAlert, newAlert } from './settle-alert.ts'

/**
 * Evaluates a reading older than others of the device. Newer data says more about levels and streaks, so only latched
 * rules use it: a panic button pressed an hour ago was still pressed.
 */
export function advanceLate(
  rule: CompiledRule,
  previous: RuleState | null,
  seen: Observation,
  lateBehind: number,
): EngineStep {
  const { at, received_at } = seen
  const finding = seen.finding === null ? null : inHours(rule, seen.finding, at)
  const level = rule.levels.findLast((_, place) => ((finding?.breached ?? 0) & (1 << place)) !== 0)
  const isTaken = rule.latch && !rule.watch.remembers && lateBehind - at <= rule.late_max_s * 1_000
  if (finding === null || level === undefined || !isTaken) return { state: previous, effects: [] }
  const { value } = finding
  if (previous?.open) {
    const told = { ...previous, last_value: value }
    const step = moveOpenAlert(rule, told, previous.open, level, at, {
      ...{ isNewBreach: true, isReading: true },
      max_gap_s: seen.max_gap_s,
    })
    // Unless it made the alert worse, the latest value by event time stays.
    const last = { value: previous.last_value }
    return {
      state: step.state === null ? null : { ...step.state, last_value: previous.last_value },
      effects: step.effects.map((effect) => (effect.kind === 'updated' ? { ...effect, ...last } : effect)),
    }
  }
  const alert = newAlert(level, value)
  const base = previous ?? { ...emptyState(rule, lateBehind, received_at), last_value: value }
  const threshold = limitOf(rule.condition, level, value)
  return {
    state: { ...base, open: alert },
    effects: [{ kind: 'raised', alert, at, value, threshold, late: true }],
  }
}
