import type { Finding } from '../../conditions/compile-condition.ts'
import { type Hours, hoursAt } from '../../conditions/schedule.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'
import { advanceLate } from './advance-late.ts'
import type { CompiledRule } from './compile-rule.ts'
import { NO_HISTORY, withState } from './flapping.ts'
import { clearOf, inHours } from './in-hours.ts'
import {
  type AlertEffect,
  clearDueTime,
  dueTime,
  emptyRuleState,
  expiresAt,
  knownForS,
  type Observation,
  type RuleState,
  readingTime,
  type Since,
  waitsForHours,
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
  const base = since.state ?? emptyRuleState(rule, seen.at, seen.received_at)
  if (seen.finding === null) {
    const state = { ...base, memory: seen.memory, heard_at: Math.max(base.heard_at, seen.received_at) }
    const idle = isAsleep(state) ? idleStateOf(rule, state, seen.max_gap_s) : state
    return { state: idle, effects: since.effects }
  }
  const finding = inHours(rule, seen.finding, seen.at)
  const said = rule.schedule === null ? {} : { said: bitsOf(seen.lasting === undefined ? seen.finding : seen.lasting) }
  if (finding.breached === 0 && isAsleep(base) && isSameMemory(seen.memory, base.memory)) {
    const heard = { ...base, ...said, last_at: seen.at }
    if (base.said === undefined && !waitsForHours(rule, heard, seen.max_gap_s)) {
      return { state: base.memory === null ? null : base, effects: since.effects }
    }
  }
  const { ticked_at: _, ...untouched } = base
  const fresh = Math.abs(seen.received_at - seen.at) <= seen.max_gap_s * 1_000
  const state: RuleState = {
    ...untouched,
    ...said,
    ...withStreaks(rule, since.state, finding, seen.at, seen.max_gap_s),
    last_at: seen.at,
    last_value: finding.value,
    offset: fresh ? seen.received_at - seen.at : null,
    heard_at: Math.max(base.heard_at, seen.received_at),
    memory: seen.memory,
  }
  state.history = isClosed(rule, seen.at) ? NO_HISTORY : withState(base.history, isBroken(rule, base, finding))
  const isNewBreach =
    finding.breached !== 0 && (rule.latch || before === null || Object.keys(before.breached_since).length === 0)
  const step = settle(rule, state, seen.at, { isNewBreach, isReading: true, max_gap_s: seen.max_gap_s })
  return { state: step.state, effects: [...since.effects, ...step.effects] }
}

/** Advances a rule to a later time without a new reading: the last value is assumed to hold. */
export function tick(rule: CompiledRule, stored: RuleState, now: number, maxGapS: number): EngineStep {
  const state = ofThisVersion(rule, stored)!
  const expiry = expiresAt(rule, state)
  if (expiry !== null && expiry <= now) return expired(rule, state, expiry, maxGapS)
  const at = readingTime(now, state, maxGapS)
  // The hours of another version may have ended before it.
  if (stored.version !== rule.version && state.open !== null && Number.isFinite(at) && isClosed(rule, at)) {
    return settle(rule, asOf(rule, state, at, maxGapS), at, clockOnly(maxGapS))
  }
  // When the last reading is too old to tell the current state, only the end of the hours is known.
  const isOld = at - state.last_at >= maxGapS * 1_000
  return untilThen(
    rule,
    state,
    at,
    (then, after) => dueTime(rule, then, isOld ? 0 : knownForS(then, maxGapS), after),
    maxGapS,
  )
}

function expired(rule: CompiledRule, state: RuleState, at: number, maxGapS: number): EngineStep {
  const alert = state.open!
  return {
    state: idleStateOf(rule, { ...state, open: null }, maxGapS),
    effects: [{ kind: 'resolved', alert, at, value: state.last_value, reason: 'expired' }],
  }
}

const bitsOf = (finding: Finding | null) => ({ breached: finding?.breached ?? 0, cleared: finding?.cleared ?? 0 })

/** State from another version of the rule is dropped, except for its alert. */
function ofThisVersion(rule: CompiledRule, state: RuleState | null): RuleState | null {
  if (state === null || state.version === rule.version) return state
  const { last_at, heard_at, open, resolved, last_value, offset } = state
  return { ...emptyRuleState(rule, last_at, heard_at), last_value, offset, open, resolved }
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
 * Clears an alert that was recovering before this reading came, at the time it was due, and ends the streaks of a count
 * that has fallen. So sensors that report hourly recover like any other, live or replayed. Nothing is raised
 * retroactively: a single old reading is no streak.
 */
function clearedSinceThen(rule: CompiledRule, before: RuleState | null, seen: Observation): EngineStep {
  if (before === null) return { state: null, effects: [] }
  if (before.open === null) return { state: lapsedSinceThen(rule, before, seen), effects: [] }
  const nextDue = (then: RuleState, after?: number) =>
    then.open === null ? null : clearDueTime(rule, then, seen.max_gap_s, after)
  return untilThen(rule, before, seen.at - 1, nextDue, seen.max_gap_s)
}

/** The pending levels of a count that readings have left since: streaks end at that moment. */
function lapsedSinceThen(rule: CompiledRule, before: RuleState, { at, max_gap_s }: Observation): RuleState {
  let state = before
  for (let change = nextCount(rule, state); change !== null && change < at; change = nextCount(rule, state)) {
    if (change - state.last_at >= max_gap_s * 1_000) break
    state = asOf(rule, state, change, max_gap_s)
  }
  return state
}

const nextCount = (rule: CompiledRule, { breached_since, memory, ticked_at, last_at }: RuleState): number | null =>
  Object.keys(breached_since).length === 0 ? null : rule.watch.nextChange(memory, ticked_at ?? last_at)

const clockOnly = (max_gap_s: number) => ({ isNewBreach: false, isReading: false, max_gap_s })

/** Applies the changes that are due up to `until` (reading time), each at its own time. */
function untilThen(
  rule: CompiledRule,
  before: RuleState,
  until: number,
  nextDue: (state: RuleState, after?: number) => number | null,
  maxGapS: number,
): EngineStep {
  const effects: AlertEffect[] = []
  let state: RuleState | null = before
  let due = nextDue(before)
  while (state !== null && due !== null && due <= until) {
    const step = settle(rule, asOf(rule, state, due, maxGapS), due, clockOnly(maxGapS))
    effects.push(...step.effects)
    state = step.state
    due = state === null ? null : nextDue(state, due)
  }
  return { state, effects }
}

/** The state at a moment without a reading: a window may have run out, or the rule's hours begin or end. */
function asOf(rule: CompiledRule, before: RuleState, at: number, maxGapS: number): RuleState {
  const state = { ...before, ticked_at: at }
  if (isClosed(rule, at)) {
    const finding = clearOf(rule, state.last_value)
    return { ...state, ...withStreaks(rule, state, finding, at, maxGapS), history: NO_HISTORY }
  }
  const finding = rule.watch.findingAt(state.memory, at) ?? saidAsHoursBegin(rule, state, at)
  if (finding === null) return state
  return { ...state, ...withStreaks(rule, state, finding, at, maxGapS), last_value: finding.value }
}

const isClosed = ({ schedule }: CompiledRule, at: number): boolean =>
  schedule !== null && !hoursAt(schedule, at).isWithin

/** The finding of the last reading counts from the moment at which the hours begin. */
function saidAsHoursBegin({ schedule }: CompiledRule, { said, last_value }: RuleState, at: number): Finding | null {
  if (schedule === null || said === undefined || hoursAt(schedule, at).from !== at) return null
  return { value: last_value, breached: said.breached, cleared: said.cleared }
}

/** Since when each level has been breached, and each one up to the open severity cleared, without interruption. */
function withStreaks(
  rule: CompiledRule,
  previous: RuleState | null,
  finding: Finding,
  at: number,
  maxGapS: number,
): Pick<RuleState, 'breached_since' | 'cleared_since'> {
  const hours = rule.schedule === null ? null : hoursAt(rule.schedule, at)
  // Outside of the hours everything is known without data.
  const isKnown = hours !== null && !hours.isWithin && hours.from < at
  const isInterrupted = !isKnown && previous !== null && at - previous.last_at > maxGapS * 1_000
  const open = previous?.open ?? null
  const breached_since: Since = {}
  const cleared_since: Since = {}
  for (const [place, { severity }] of rule.levels.entries()) {
    if ((finding.breached & (1 << place)) !== 0) {
      breached_since[severity] = (isInterrupted ? undefined : brokenSince(previous, hours, place, severity)) ?? at
    }
    if (open !== null && rank(severity) <= rank(open.severity) && (finding.cleared & (1 << place)) !== 0) {
      cleared_since[severity] = (isInterrupted ? undefined : previous?.cleared_since[severity]) ?? at
    }
  }
  return { breached_since, cleared_since }
}

/** A streak begins in the current hours: with them, if the last reading before them broke the level. */
function brokenSince(
  previous: RuleState | null,
  hours: Hours | null,
  place: number,
  severity: Severity,
): number | undefined {
  const since = previous?.breached_since[severity]
  if (previous === null || hours === null || (since !== undefined && since >= hours.from)) return since
  const wasBroken = previous.last_at < hours.from && ((previous.said?.breached ?? 0) & (1 << place)) !== 0
  return wasBroken ? hours.from : undefined
}
