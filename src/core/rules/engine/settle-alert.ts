import { alertLimit, isWorse } from '../../conditions/evaluate-condition.ts'
import type { RuleLevel } from '../../conditions/kinds/kind.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'
import type { CompiledRule } from './compile-rule.ts'
import { isFlapping } from './flapping.ts'
import { UNNUMBERED } from './number-alerts.ts'
import {
  type AlertEffect,
  atLevel,
  emptyRuleState,
  type OpenAlert,
  type RuleState,
  waitsForHours,
} from './rule-state.ts'

export interface EngineStep {
  state: RuleState | null
  effects: AlertEffect[]
}

interface Context {
  isNewBreach: boolean
  isReading: boolean
  max_gap_s: number
}

/** Opens, changes or closes the alert according to the streaks and the value in `state`. */
export function settle(rule: CompiledRule, state: RuleState, at: number, context: Context): EngineStep {
  const reached = rule.levels.findLast(({ severity, for_s }) => {
    const since = state.breached_since[severity]
    return since !== undefined && at - since >= for_s * 1_000
  })
  if (state.open !== null) return moveOpenAlert(rule, state, state.open, reached, at, context)
  if (reached !== undefined) return openAlert(rule, state, reached, at)
  const isPending = Object.keys(state.breached_since).length > 0
  const isCoolingDown = state.resolved !== null && at - state.resolved.at <= rule.cooldown_s * 1_000
  if (!isPending && !isCoolingDown) return { state: idleStateOf(rule, state, context.max_gap_s), effects: [] }
  return { state: { ...state, resolved: isCoolingDown ? state.resolved : null }, effects: [] }
}

/**
 * If nothing is pending, open or cooling down, only the state of windows and fences is kept, and what counts as soon as
 * the hours of the rule begin.
 */
export function idleStateOf(rule: CompiledRule, state: RuleState, maxGapS: number): RuleState | null {
  const { last_at, heard_at, last_value, memory, offset, said, ticked_at } = state
  const idle = { ...emptyRuleState(rule, last_at, heard_at), last_value, memory }
  const waiting: RuleState = { ...idle, offset }
  if (said !== undefined) waiting.said = said
  if (ticked_at !== undefined) waiting.ticked_at = ticked_at
  if (waitsForHours(rule, waiting, maxGapS)) return waiting
  return memory === null ? null : idle
}

/** The device left the rule's scope because one of them was changed: the state is dropped and the alert closed. */
export function leaveScope(state: RuleState, at: number): EngineStep {
  const { open, last_value: value } = state
  const effect = open && ({ kind: 'resolved', alert: open, at, value, reason: 'out_of_scope' } as const)
  return { state: null, effects: effect === null ? [] : [effect] }
}

export function openAlert(
  rule: CompiledRule,
  state: RuleState,
  level: RuleLevel,
  at: number,
  { late }: { late: boolean } = { late: false },
): EngineStep {
  const value = state.last_value
  const threshold = alertLimit(rule.condition, level, value)
  const former = state.resolved
  if (former !== null && at - former.at <= rule.cooldown_s * 1_000) {
    const { at: _, ...again } = former
    const { alert, rises } = atLevel<OpenAlert>(
      {
        ...again,
        peak_value: isWorse(rule.condition, value, former.peak_value) ? value : former.peak_value,
        occurrences: former.occurrences + 1,
        ...(!rule.latch && isFlapping(state.history, false) ? { flapping: true as const } : {}),
      },
      level.severity,
    )
    return {
      state: { ...state, open: alert, resolved: null },
      effects: [{ kind: 'reopened', alert, at, value, threshold, rises }],
    }
  }
  const alert = newAlert(level, value)
  return {
    state: { ...state, open: alert, resolved: null },
    effects: [{ kind: 'raised', alert, at, value, threshold, rises: true, late }],
  }
}

function moveOpenAlert(
  rule: CompiledRule,
  state: RuleState,
  open: OpenAlert,
  reached: RuleLevel | undefined,
  at: number,
  context: Context,
): EngineStep {
  const value = state.last_value
  const flaps = !rule.latch && isFlapping(state.history, open.flapping ?? false)
  const { recovering: _, flapping: __, ...same } = open
  const alert: OpenAlert = {
    ...same,
    peak_value: isWorse(rule.condition, value, open.peak_value) ? value : open.peak_value,
    occurrences: open.occurrences + Number(context.isNewBreach),
    ...(!rule.latch && state.cleared_since[open.severity] !== undefined ? { recovering: true as const } : {}),
    ...(flaps ? { flapping: true as const } : {}),
  }
  // A flapping alert is not reported as cleared.
  const holding = rule.latch || flaps ? open.severity : heldSeverity(rule, state, open, at)
  const severity = moreSevere(holding, reached?.severity ?? null)
  if (severity === null) return resolve(rule, state, alert, at, context.max_gap_s)
  if (severity !== open.severity) {
    const { recovering: _, ...still } = alert
    const { alert: moved, rises } = atLevel<OpenAlert>(still, severity)
    const level = rule.levels.find((candidate) => candidate.severity === severity)!
    const threshold = alertLimit(rule.condition, level, value)
    return {
      state: { ...state, open: moved },
      effects: [{ kind: 'severity_changed', alert: moved, at, value, from: open.severity, threshold, rises }],
    }
  }
  const isReported = context.isReading || alert.recovering !== open.recovering || alert.flapping !== open.flapping
  return { state: { ...state, open: alert }, effects: isReported ? [{ kind: 'updated', alert, at, value }] : [] }
}

function resolve(rule: CompiledRule, state: RuleState, alert: OpenAlert, at: number, maxGapS: number): EngineStep {
  const { recovering: _, flapping: __, ...ended } = alert
  const left = { ...state, open: null, cleared_since: {} }
  return {
    state:
      rule.cooldown_s > 0
        ? { ...left, resolved: { ...ended, at } }
        : idleStateOf(rule, { ...left, resolved: null }, maxGapS),
    effects: [{ kind: 'resolved', alert: ended, at, value: state.last_value, reason: 'cleared' }],
  }
}

/** The most severe level, up to the open one, that has not been clear for long enough; null if all have. */
function heldSeverity(rule: CompiledRule, state: RuleState, open: OpenAlert, at: number): Severity | null {
  const held = rule.levels.findLast(({ severity }) => {
    if (rank(severity) > rank(open.severity)) return false
    const since = state.cleared_since[severity]
    return since === undefined || at - since < rule.clear_for_s * 1_000
  })
  return held?.severity ?? null
}

const moreSevere = (one: Severity | null, other: Severity | null): Severity | null =>
  one === null || (other !== null && rank(other) > rank(one)) ? other : one

const newAlert = (level: RuleLevel, value: number): OpenAlert => ({
  alert_id: UNNUMBERED,
  severity: level.severity,
  peak_value: value,
  occurrences: 1,
})
