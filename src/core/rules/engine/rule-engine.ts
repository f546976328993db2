import { rank } from '../../vocabulary/severities.ts'
import type { Finding } from '../conditions/compile-condition.ts'
import { isWithin } from '../conditions/schedule.ts'
import { advanceLate } from './advance-late.ts'
import type { CompiledRule } from './compile-rule.ts'
import { withState } from './flapping.ts'
import { inHours } from './in-hours.ts'
import {
  type AlertEffect,
  clearDueTime,
  dueTime,
  emptyState,
  expiresAt,
  type Observation,
  type RuleState,
  type Since,
} from './rule-state.ts'
import { type EngineStep, idleStateOf, settle } from './settle-alert.ts'

/**
 * One step of the alert engine: applies a reading to a rule and its state. Pure: time comes with the observation. New
 * alerts have no id yet.
 */
export function advance(rule: CompiledRule, stored: RuleState | null, seen: Observation): EngineStep {
  const before = ofThisVersion(rule, stored)
  if (seen.late_behind !== null) return advanceLate(rule, before, seen, seen.late_behind)
  const since = clearedSinceThen(rule, before, seen)
  const base = since.state ?? emptyState(rule, seen.at, seen.received_at)
  if (seen.finding === null) {
    const state = { ...base, memory: seen.memory, heard_at: Math.max(base.heard_at, seen.received_at) }
    return { state: isAsleep(state) ? idleStateOf(rule, state) : state, effects: since.effects }
  }
  const finding = inHours(rule, seen.finding, seen.at)
  if (finding.breached === 0 && isAsleep(base) && isSameMemory(seen.memory, base.memory)) {
    return { state: base.memory === null ? null : base, effects: since.effects }
  }
  const fresh = Math.abs(seen.received_at - seen.at) <= seen.max_gap_s * 1_000
  const state: RuleState = {
    ...base,
    ...withStreaks(rule, since.state, finding, seen.at, seen.max_gap_s),
    last_at: seen.at,
    last_value: finding.value,
    offset: fresh ? seen.received_at - seen.at : null,
    heard_at: Math.max(base.heard_at, seen.received_at),
    memory: seen.memory,
  }
  state.history = withState(base.history, isBroken(rule, base, finding))
  const isNewBreach =
    finding.breached !== 0 && (rule.latch || before === null || Object.keys(before.breached_since).length === 0)
  const step = settle(rule, state, seen.at, { isNewBreach, isReading: true })
  return { state: step.state, effects: [...since.effects, ...step.effects] }
}

/** Advances a rule to a later time without a new reading: the last value is assumed to hold. */
export function tick(rule: CompiledRule, stored: RuleState, now: number, maxGapS: number): EngineStep {
  const state = ofThisVersion(rule, stored)!
  const expiry = expiresAt(rule, state)
  if (expiry !== null && expiry <= now) return expired(rule, state, expiry)
  if (state.offset === null) return { state, effects: [] }
  const at = now - state.offset
  // The last reading is too old to tell the current state: wait for data.
  if (at - state.last_at >= maxGapS * 1_000) return { state, effects: [] }
  return untilThen(rule, state, at, dueTime, maxGapS)
}

function expired(rule: CompiledRule, state: RuleState, at: number): EngineStep {
  const alert = state.open!
  return {
    state: idleStateOf(rule, { ...state, open: null }),
    effects: [{ kind: 'resolved', alert, at, value: state.last_value, reason: 'expired' }],
  }
}

/** State from another version of the rule is dropped, except for its alert. */
function ofThisVersion(rule: CompiledRule, state: RuleState | null): RuleState | null {
  if (state === null || state.version === rule.version) return state
  const { last_at, heard_at, open, resolved, last_value, offset } = state
  return { ...emptyState(rule, last_at, heard_at), last_value, offset, open, resolved }
}

const isAsleep = ({ open, resolved, breached_since }: RuleState): boolean =>
  open === null && resolved === null && Object.keys(breached_since).length === 0

const isSameMemory = (one: RuleState['memory'], other: RuleState['memory']): boolean =>
  one === other || (one !== null && other !== null && one.every((part, place) => part === other[place]))

/** From the view of an open alert: breached until its level is clear. */
function isBroken(rule: CompiledRule, { open, history }: RuleState, finding: Finding): boolean {
  if (finding.breached !== 0) return true
  const place = open === null ? -1 : rule.levels.findIndex(({ severity }) => severity === open.severity)
  return place >= 0 && (history & 1) === 1 && (finding.cleared & (1 << place)) === 0
}

/**
 * Clears an alert that was recovering before this reading came, at the time it was due. So sensors that report hourly
 * recover like any other, live or replayed. Nothing is raised retroactively: a single old reading is no streak.
 */
function clearedSinceThen(rule: CompiledRule, before: RuleState | null, seen: Observation): EngineStep {
  if (before === null || before.open === null) return { state: before, effects: [] }
  return untilThen(rule, before, seen.at - 1, clearDueTime, seen.max_gap_s)
}

/** Applies the changes that are due up to `until` (reading time), each at its own time. */
function untilThen(
  rule: CompiledRule,
  before: RuleState,
  until: number,
  nextDue: typeof dueTime,
  maxGapS: number,
): EngineStep {
  const effects: AlertEffect[] = []
  let state: RuleState | null = before
  let due = nextDue(rule, before, maxGapS)
  while (state !== null && due !== null && due <= until) {
    const step = settle(rule, asOf(rule, state, due, maxGapS), due, { isNewBreach: false, isReading: false })
    effects.push(...step.effects)
    state = step.state
    due = state === null ? null : nextDue(rule, state, maxGapS, due)
  }
  return { state, effects }
}

/** The state at a moment without a reading: a window may have run out, or the rule's hours may be over. */
function asOf(rule: CompiledRule, state: RuleState, at: number, maxGapS: number): RuleState {
  const isClosed = rule.schedule !== null && !isWithin(rule.schedule, at)
  const finding =
    rule.watch.findingAt(state.memory, at) ?? (isClosed ? { value: state.last_value, breached: 0, cleared: 0 } : null)
  if (finding === null) return state
  return { ...state, ...withStreaks(rule, state, inHours(rule, finding, at), at, maxGapS), last_value: finding.value }
}

/** Since when each level has been breached, and each one up to the open severity cleared, without interruption. */
function withStreaks(
  rule: CompiledRule,
  previous: RuleState | null,
  finding: Finding,
  at: number,
  maxGapS: number,
): Pick<RuleState, 'breached_since' | 'cleared_since'> {
  const isInterrupted = previous !== null && at - previous.last_at > maxGapS * 1_000
  const open = previous?.open ?? null
  const breached_since: Since = {}
  const cleared_since: Since = {}
  for (const [place, { severity }] of rule.levels.entries()) {
    if ((finding.breached & (1 << place)) !== 0) {
      breached_since[severity] = (isInterrupted ? undefined : previous?.breached_since[severity]) ?? at
    }
    if (open !== null && rank(severity) <= rank(open.severity) && (finding.cleared & (1 << place)) !== 0) {
      cleared_since[severity] = (isInterrupted ? undefined : previous?.cleared_since[severity]) ?? at
    }
  }
  return { breached_since, cleared_since }
}
