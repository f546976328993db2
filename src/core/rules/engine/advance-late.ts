import { alertLimit, isWorse } from '../../conditions/evaluate-condition.ts'
import type { RuleLevel } from '../../conditions/kinds/kind.ts'
import { rank } from '../../vocabulary/severities.ts'
import type { CompiledRule } from './compile-rule.ts'
import { inHours } from './in-hours.ts'
import { atLevel, emptyRuleState, type Observation, type OpenAlert, type RuleState } from './rule-state.ts'
import { type EngineStep, openAlert } from './settle-alert.ts'

/**
 * Evaluates a reading older than others of the device. Newer data says more about levels and streaks, so only rules that
 * say so use it, and only to raise: a panic button pressed an hour ago was still pressed.
 */
export function advanceLate(
  rule: CompiledRule,
  previous: RuleState | null,
  seen: Observation,
  lateBehind: number,
): EngineStep {
  const { at, received_at } = seen
  const nothing: EngineStep = { state: previous, effects: [] }
  const finding = seen.finding === null ? null : inHours(rule, seen.finding, at)
  const isTaken = rule.late === 'raise' && !rule.watch.isStateful && lateBehind - at <= rule.late_max_s * 1_000
  if (finding === null || finding.breached === 0 || !isTaken) return nothing
  const { value } = finding
  // A single reading is no streak.
  const level = rule.levels.findLast(({ for_s }, place) => for_s === 0 && (finding.breached & (1 << place)) !== 0)
  if (previous?.open) return worsen(rule, previous, previous.open, level, { at, value })
  if (level === undefined) return nothing
  const base = previous ?? { ...emptyRuleState(rule, lateBehind, received_at), last_value: value }
  const step = openAlert(rule, { ...base, last_value: value }, level, at, { late: true })
  return { ...step, state: step.state && { ...step.state, last_value: base.last_value } }
}

/** Only a latched alert counts each reading. The latest value by event time stays, unless the alert becomes more severe. */
function worsen(
  rule: CompiledRule,
  previous: RuleState,
  open: OpenAlert,
  level: RuleLevel | undefined,
  { at, value }: { at: number; value: number },
): EngineStep {
  const hasRisen = level !== undefined && rank(level.severity) > rank(open.severity)
  if (!hasRisen && !rule.latch) return { state: previous, effects: [] }
  const counted: OpenAlert = {
    ...open,
    peak_value: isWorse(rule.condition, value, open.peak_value) ? value : open.peak_value,
    occurrences: open.occurrences + Number(rule.latch),
  }
  if (!hasRisen) {
    const state = { ...previous, open: counted }
    return { state, effects: [{ kind: 'updated', alert: counted, at, value: previous.last_value }] }
  }
  const { recovering: _, ...still } = counted
  const { alert, rises } = atLevel<OpenAlert>(still, level.severity)
  const threshold = alertLimit(rule.condition, level, value)
  return {
    state: { ...previous, open: alert },
    effects: [{ kind: 'severity_changed', alert, at, value, from: open.severity, threshold, rises }],
  }
}
