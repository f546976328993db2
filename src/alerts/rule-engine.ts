import { rank, type Severity } from '../vocabulary/severities.ts'
import { isBreached, isCleared, isWorse, limitOf } from './evaluate-condition.ts'
import type { Rule, RuleLevel } from './rule.ts'
import type { AlertEffect, Observation, OpenAlert, RuleState, Since } from './rule-state.ts'

export interface Step {
  state: RuleState | null
  effects: AlertEffect[]
}

/**
 * One step of the alert engine: what a rule makes of a value, given what it remembers. Pure: time comes in with the
 * observation, new alert ids from `newAlertId`.
 */
export function advance(rule: Rule, previous: RuleState | null, seen: Observation, newAlertId: () => number): Step {
  if (seen.late_behind !== null) return advanceLate(rule, previous, seen, seen.late_behind, newAlertId)
  const fresh = Math.abs(seen.received_at - seen.at) <= seen.max_gap_s * 1_000
  const state: RuleState = {
    ...withStreaks(rule, previous, seen),
    last_at: seen.at,
    last_value: seen.value,
    offset: fresh ? seen.received_at - seen.at : null,
  }
  const isNewBreach =
    anyBreach(rule, seen.value) && (rule.latch || previous === null || !anyBreach(rule, previous.last_value))
  return settle(rule, state, seen, { isNewBreach, isReading: true }, newAlertId)
}

/** The same rule at a later time with no new reading: the last value is taken to hold on. */
export function tick(rule: Rule, previous: RuleState, now: number, maxGapS: number, newAlertId: () => number): Step {
  if (previous.offset === null) return { state: previous, effects: [] }
  const at = now - previous.offset
  // Too old to speak for the present: wait for data.
  if (at - previous.last_at >= maxGapS * 1_000) return { state: previous, effects: [] }
  const seen = { at, value: previous.last_value, received_at: now, late_behind: null, max_gap_s: maxGapS }
  return settle(rule, previous, seen, { isNewBreach: false, isReading: false }, newAlertId)
}

/**
 * A reading older than what the device already told. Newer data says more about levels and streaks, so only latched
 * rules look at it: a panic button pressed an hour ago was still pressed.
 */
function advanceLate(
  rule: Rule,
  previous: RuleState | null,
  seen: Observation,
  lateBehind: number,
  newAlertId: () => number,
): Step {
  const level = rule.levels.findLast((candidate) => isBreached(rule.condition, candidate, seen.value))
  if (!rule.latch || level === undefined || lateBehind - seen.at > rule.late_max_s * 1_000) {
    return { state: previous, effects: [] }
  }
  if (previous?.open) {
    const step = moveOpenAlert(rule, previous, previous.open, level, seen, { isNewBreach: true, isReading: true })
    // Unless it made the alert worse, the value measured last stays the last one.
    const last = { value: previous.last_value }
    return {
      ...step,
      effects: step.effects.map((effect) => (effect.kind === 'updated' ? { ...effect, ...last } : effect)),
    }
  }
  const alert = newAlert(newAlertId, level, seen.value)
  const base = previous ?? {
    last_at: lateBehind,
    last_value: seen.value,
    offset: null,
    breached_since: {},
    cleared_since: {},
    resolved: null,
  }
  const threshold = limitOf(rule.condition, level, seen.value)
  return {
    state: { ...base, open: alert },
    effects: [{ kind: 'raised', alert, at: seen.at, value: seen.value, threshold, late: true }],
  }
}

/** Since when each level has been breached, and each one up to the open severity cleared, without a break. */
function withStreaks(
  rule: Rule,
  previous: RuleState | null,
  seen: Observation,
): Pick<RuleState, 'breached_since' | 'cleared_since' | 'open' | 'resolved'> {
  const isBroken = previous !== null && seen.at - previous.last_at > seen.max_gap_s * 1_000
  const open = previous?.open ?? null
  const breached_since: Since = {}
  const cleared_since: Since = {}
  for (const level of rule.levels) {
    const { severity } = level
    if (isBreached(rule.condition, level, seen.value)) {
      breached_since[severity] = (isBroken ? undefined : previous?.breached_since[severity]) ?? seen.at
    }
    if (open !== null && rank(severity) <= rank(open.severity) && isCleared(rule.condition, level, seen.value)) {
      cleared_since[severity] = (isBroken ? undefined : previous?.cleared_since[severity]) ?? seen.at
    }
  }
  return { breached_since, cleared_since, open, resolved: previous?.resolved ?? null }
}

/** Given the streaks, opens, moves or closes the alert. */
function settle(
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
  const former = state.resolved
  if (former !== null && at - former.at <= rule.cooldown_s * 1_000) {
    const alert: OpenAlert = {
      alert_id: former.alert_id,
      severity: level.severity,
      peak_value: isWorse(rule.condition, value, former.peak_value) ? value : former.peak_value,
      occurrences: former.occurrences + 1,
    }
    return { state: { ...state, open: alert, resolved: null }, effects: [{ kind: 'reopened', alert, at, value }] }
  }
  const alert = newAlert(newAlertId, level, value)
  const threshold = limitOf(rule.condition, level, value)
  return {
    state: { ...state, open: alert, resolved: null },
    effects: [{ kind: 'raised', alert, at, value, threshold, late: false }],
  }
}

function moveOpenAlert(
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

const newAlert = (newAlertId: () => number, level: RuleLevel, value: number): OpenAlert => ({
  alert_id: newAlertId(),
  severity: level.severity,
  peak_value: value,
  occurrences: 1,
})

const anyBreach = (rule: Rule, value: number): boolean =>
  rule.levels.some((level) => isBreached(rule.condition, level, value))
