import { rank, type Severity } from '../vocabulary/severities.ts'
import { isWorse, limitOf } from './evaluate-condition.ts'
import type { Rule, RuleLevel } from './rule.ts'
import type { AlertEffect, Observation, OpenAlert, RuleState } from './rule-state.ts'

export interface Step {
  state: RuleState | null
  effects: AlertEffect[]
}

/** Given the streaks, opens, moves or closes the alert. */
export function settle(
  rule: Rule,
  state: RuleState,
  seen: Observation,
  context: { isNewBreach: boolean; isReading: boolean },
  newAlertId: () => number,
): Step {
  const reached = rule.levels.findLast(({ severity, for_s }) => {
    const since = state.breached_since[severity]
    return since !== undefined && seen.at - since >= for_s * 1_000
  })
  if (state.open !== null) return moveOpenAlert(rule, state, state.open, reached, seen, context)
  if (reached !== undefined) return openAlert(rule, state, reached, seen, newAlertId)
  const isPending = Object.keys(state.breached_since).length > 0
  const isCoolingDown = state.resolved !== null && seen.at - state.resolved.at <= rule.cooldown_s * 1_000
  if (!isPending && !isCoolingDown) return { state: null, effects: [] }
  return { state: { ...state, resolved: isCoolingDown ? state.resolved : null }, effects: [] }
}

function openAlert(rule: Rule, state: RuleState, level: RuleLevel, seen: Observation, newAlertId: () => number): Step {
  const { at, value } = seen
  const threshold = limitOf(rule.condition, level, value)
  const former = state.resolved
  if (former !== null && at - former.at <= rule.cooldown_s * 1_000) {
    const alert: OpenAlert = {
      alert_id: former.alert_id,
      severity: level.severity,
      peak_value: isWorse(rule.condition, value, former.peak_value) ? value : former.peak_value,
      occurrences: former.occurrences + 1,
    }
    return {
      state: { ...state, open: alert, resolved: null },
      effects: [{ kind: 'reopened', alert, at, value, threshold }],
    }
  }
  const alert = newAlert(newAlertId, level, value)
  return {
    state: { ...state, open: alert, resolved: null },
    effects: [{ kind: 'raised', alert, at, value, threshold, late: false }],
  }
}

export function moveOpenAlert(
  rule: Rule,
  state: RuleState,
  open: OpenAlert,
  reached: RuleLevel | undefined,
  seen: Observation,
  context: { isNewBreach: boolean; isReading: boolean },
): Step {
  const { at, value } = seen
  const alert: OpenAlert = {
    ...open,
    peak_value: isWorse(rule.condition, value, open.peak_value) ? value : open.peak_value,
    occurrences: open.occurrences + Number(context.isNewBreach),
  }
  const holding = rule.latch ? open.severity : heldSeverity(rule, state, open, at)
  const severity = moreSevere(holding, reached?.severity ?? null)
  if (severity === null) {
    const resolved = { ...alert, at }
    const next = rule.cooldown_s > 0 ? { ...state, open: null, cleared_since: {}, resolved } : null
    return { state: next, effects: [{ kind: 'resolved', alert, at, value }] }
  }
  if (severity !== open.severity) {
    const moved = { ...alert, severity }
    const level = rule.levels.find((candidate) => candidate.severity === severity)!
    const threshold = limitOf(rule.condition, level, value)
    return {
      state: { ...state, open: moved },
      effects: [{ kind: 'severity_changed', alert: moved, at, value, from: open.severity, threshold }],
    }
  }
  return { state: { ...state, open: alert }, effects: context.isReading ? [{ kind: 'updated', alert, at, value }] : [] }
}

/** The most severe level, up to the open one, that has not been clear for long enough; null when all have. */
function heldSeverity(rule: Rule, state: RuleState, open: OpenAlert, at: number): Severity | null {
  const held = rule.levels.findLast(({ severity }) => {
    if (rank(severity) > rank(open.severity)) return false
    const since = state.cleared_since[severity]
    return since === undefined || at - since < rule.clear_for_s * 1_000
  })
  return held?.severity ?? null
}

const moreSevere = (one: Severity | null, other: Severity | null): Severity | null =>
  one === null || (other !== null && rank(other) > rank(one)) ? other : one

export const newAlert = (newAlertId: () => number, level: RuleLevel, value: number): OpenAlert => ({
  alert_id: newAlertId(),
  severity: level.severity,
  peak_value: value,
  occurrences: 1,
})
