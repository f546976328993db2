import { rank } from '../vocabulary/severities.ts'
import { isBreached, isCleared, limitOf } from './evaluate-condition.ts'
import type { Rule } from './rule.ts'
import { type AlertEffect, clearDueTime, dueTime, type Observation, type RuleState, type Since } from './rule-state.ts'
import { moveOpenAlert, newAlert, type Step, settle } from './settle-alert.ts'

/**
 * One step of the alert engine: what a rule makes of a value, given what it remembers. Pure: time comes in with the
 * observation, new alert ids from `newAlertId`.
 */
export function advance(rule: Rule, before: RuleState | null, seen: Observation, newAlertId: () => number): Step {
  if (seen.late_behind !== null) return advanceLate(rule, before, seen, seen.late_behind, newAlertId)
  const since = clearedSinceThen(rule, before, seen, newAlertId)
  const fresh = Math.abs(seen.received_at - seen.at) <= seen.max_gap_s * 1_000
  const state: RuleState = {
    ...withStreaks(rule, since.state, seen),
    last_at: seen.at,
    last_value: seen.value,
    offset: fresh ? seen.received_at - seen.at : null,
  }
  const isNewBreach =
    anyBreach(rule, seen.value) && (rule.latch || before === null || !anyBreach(rule, before.last_value))
  const step = settle(rule, state, seen, { isNewBreach, isReading: true }, newAlertId)
  return { state: step.state, effects: [...since.effects, ...step.effects] }
}

/** The same rule at a later time with no new reading: the last value is taken to hold on. */
export function tick(rule: Rule, state: RuleState, now: number, maxGapS: number, newAlertId: () => number): Step {
  if (state.offset === null) return { state, effects: [] }
  const at = now - state.offset
  // Too old to speak for the present: wait for data.
  if (at - state.last_at >= maxGapS * 1_000) return { state, effects: [] }
  return untilThen(rule, state, at, dueTime, maxGapS, newAlertId)
}

/**
 * What an alert that was recovering did before this reading came. A sensor that reports by the hour recovers like any
 * other, live or replayed. Nothing is raised in hindsight: a lone old reading is no streak.
 */
function clearedSinceThen(rule: Rule, before: RuleState | null, seen: Observation, newAlertId: () => number): Step {
  if (before === null) return { state: null, effects: [] }
  return untilThen(rule, before, seen.at - 1, clearDueTime, seen.max_gap_s, newAlertId)
}

/** Applies, each at its own moment, the changes that are due up to `until` (reading time). */
function untilThen(
  rule: Rule,
  before: RuleState,
  until: number,
  nextDue: typeof dueTime,
  maxGapS: number,
  newAlertId: () => number,
): Step {
  const effects: AlertEffect[] = []
  let state: RuleState | null = before
  let due = nextDue(rule, before, maxGapS)
  while (state !== null && due !== null && due <= until) {
    const seen = { at: due, value: state.last_value, received_at: due, late_behind: null, max_gap_s: maxGapS }
    const step = settle(rule, state, seen, { isNewBreach: false, isReading: false }, newAlertId)
    effects.push(...step.effects)
    state = step.state
    due = state === null ? null : nextDue(rule, state, maxGapS, due)
  }
  return { state, effects }
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

const anyBreach = (rule: Rule, value: number): boolean =>
  rule.levels.some((level) => isBreached(rule.condition, level, value))
