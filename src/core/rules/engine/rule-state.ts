import { isAhead } from '../../../platform/clock.ts'
import { type Finding, type Memory, memoryNotAhead } from '../../conditions/compile-condition.ts'
import { isStale } from '../../conditions/kinds/stale.ts'
import { hoursAt, isWithin } from '../../conditions/schedule.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'
import type { Rule } from '../rule.ts'
import type { CompiledRule } from './compile-rule.ts'
import { type History, NO_HISTORY } from './flapping.ts'

/** Start (ms of reading time) of each level's current streak; other levels have no entry. */
export type Since = Partial<Record<Severity, number>>

/** The alert that a rule holds open for a device, with the fields the engine needs. */
export interface OpenAlert {
  alert_id: number
  /** The level that holds it open at present. */
  severity: Severity
  /** The worst level that it has reached, if that is another. */
  worst?: Severity
  peak_value: number
  occurrences: number
  /** Clear, but not yet for long enough. */
  recovering?: true
  /** Alternates; held open until it calms down. */
  flapping?: true
}

/**
 * State of a rule for one device. Times are milliseconds of reading time. An idle rule has no state, unless it remembers
 * readings or waits for its hours.
 */
export interface RuleState {
  /** Version of the rule that wrote it. */
  version: number
  last_at: number
  last_value: number
  /** Server time minus reading time, for advancing by the clock after a fresh reading; null after an old one. */
  offset: number | null
  /** Server time of the last reading heard. */
  heard_at: number
  breached_since: Since
  cleared_since: Since
  open: OpenAlert | null
  /** The last resolved alert, as long as the cooldown may reopen it. */
  resolved: (OpenAlert & { at: number }) | null
  history: History
  memory: Memory | null
  /** The levels of a rule with hours that the last reading breaks and clears, whether or not its hours count it. */
  said?: Pick<Finding, 'breached' | 'cleared'>
  /** Up to when (ms of reading time) the clock alone has changed this state since the last reading. */
  ticked_at?: number
}

/** One evaluation of a rule, by a reading or by the clock. */
export interface Observation {
  at: number
  finding: Finding | null
  /** The finding from then on until the next reading, if it is something else: a geofence is crossed at one moment. */
  lasting?: Finding | null
  memory: Memory | null
  received_at: number
  /** The newest reading time already evaluated for the device if this one is older; null if it is in order. */
  late_behind: number | null
  /** A longer gap between readings (seconds) breaks streaks. */
  max_gap_s: number
}

/** `threshold` is the limit of the present level; `rises`: the alert has never been this severe. */
export type AlertEffect =
  | {
      kind: 'raised'
      alert: OpenAlert
      at: number
      value: number
      threshold: number | null
      rises: true
      late: boolean
    }
  | { kind: 'reopened'; alert: OpenAlert; at: number; value: number; threshold: number | null; rises: boolean }
  | { kind: 'updated'; alert: OpenAlert; at: number; value: number }
  | { kind: 'resolved'; alert: OpenAlert; at: number; value: number; reason: 'cleared' | 'expired' | 'out_of_scope' }
  | {
      kind: 'severity_changed'
      alert: OpenAlert
      at: number
      value: number
      from: Severity
      threshold: number | null
      rises: boolean
    }

/** The worst level that an alert has reached: that of its row, its title and its limit. */
export const worstOf = ({ severity, worst = severity }: Pick<OpenAlert, 'severity' | 'worst'>): Severity => worst

/**
 * Moves an alert to a level: the only place that decides what it has reached. `rises` if it has never been this severe;
 * then the level gives it severity, title and limit, and otherwise they stay.
 */
export function atLevel<Alert extends OpenAlert>(alert: Alert, severity: Severity): { alert: Alert; rises: boolean } {
  const before = worstOf(alert)
  const { worst: _, ...rest } = alert
  const moved = rank(severity) >= rank(before) ? { ...rest, severity } : { ...rest, severity, worst: before }
  return { alert: moved as Alert, rises: rank(severity) > rank(before) }
}

export const emptyRuleState = (rule: Rule, at: number, heardAt: number): RuleState => ({
  version: rule.version,
  last_at: at,
  last_value: 0,
  offset: null,
  heard_at: heardAt,
  breached_since: {},
  cleared_since: {},
  open: null,
  resolved: null,
  history: NO_HISTORY,
  memory: null,
})

const tickedTo = ({ ticked_at, last_at }: RuleState): number => ticked_at ?? last_at

/** The next moment after `after`, in reading time (ms), at which time alone changes something, or null. */
export function dueTime(rule: CompiledRule, state: RuleState, maxGapS: number, after = tickedTo(state)): number | null {
  const raises = rule.levels.flatMap(({ severity }) => raiseTime(rule, state, severity) ?? [])
  return earliest([clearDueTime(rule, state, maxGapS, after), ...known(raises, state, maxGapS)], after)
}

/** The same without what raises an alert or its severity. */
export function clearDueTime(
  rule: CompiledRule,
  state: RuleState,
  maxGapS: number,
  after = tickedTo(state),
): number | null {
  const clear = clearTime(rule, state)
  const changes = [rule.watch.nextChange(state.memory, after), hoursBegin(rule, state, after)]
  return earliest(
    [
      ...known([clear, ...changes], state, maxGapS),
      hoursEnd(rule, state, after),
      isOutside(rule, clear) ? clear : null,
    ],
    after,
  )
}

/** When a level that is more severe than the open alert has been broken for long enough, or null. */
function raiseTime(rule: CompiledRule, { open, breached_since }: RuleState, severity: Severity): number | null {
  const since = breached_since[severity]
  if (since === undefined || (open !== null && rank(severity) <= rank(open.severity))) return null
  return since + rule.levels.find((level) => level.severity === severity)!.for_s * 1_000
}

/** Nothing is known later than `maxGapS` after the last reading, because its data is too old then. */
const known = (times: (number | null)[], { last_at }: RuleState, maxGapS: number): (number | null)[] =>
  times.filter((time) => time !== null && time - last_at < maxGapS * 1_000)

/** The state outside of the hours is known without data. */
const isOutside = ({ schedule }: Rule, time: number): boolean =>
  schedule !== null && Number.isFinite(time) && !isWithin(schedule, time - 1)

/** The end of the hours, for a rule that has something to end: no alert outlives its cause. */
function hoursEnd({ schedule }: Rule, { breached_since, open }: RuleState, after: number): number | null {
  if (schedule === null || (open === null && Object.keys(breached_since).length === 0)) return null
  const { isWithin, to } = hoursAt(schedule, after)
  return isWithin ? to : nextEdge(schedule, to)
}

/** The next beginning of the hours, if what the last reading said counts from then on. */
function hoursBegin({ schedule, watch }: CompiledRule, state: RuleState, after: number): number | null {
  if (schedule === null) return null
  const { isWithin, to } = hoursAt(schedule, after)
  const begin = isWithin ? nextEdge(schedule, to) : to
  if (!Number.isFinite(begin)) return null
  const said = watch.findingAt(state.memory, begin) ?? state.said
  return said !== undefined && (said.breached !== 0 || state.open !== null) ? begin : null
}

const nextEdge = (schedule: NonNullable<Rule['schedule']>, edge: number): number =>
  Number.isFinite(edge) ? hoursAt(schedule, edge).to : edge

/** Whether an idle rule waits for its hours to begin. */
export const waitsForHours = (rule: CompiledRule, state: RuleState, maxGapS: number): boolean =>
  known([hoursBegin(rule, state, tickedTo(state))], state, maxGapS).length > 0

/** An alert keeps its severity until that very level is clear, whatever the lower ones do. */
function clearTime(rule: Rule, { open, cleared_since }: RuleState): number {
  const cleared = open === null || rule.latch || open.flapping ? undefined : cleared_since[open.severity]
  return cleared === undefined ? Number.POSITIVE_INFINITY : cleared + rule.clear_for_s * 1_000
}

function earliest(times: (number | null)[], after: number): number | null {
  const next = Math.min(...times.filter((time) => time !== null && time > after).map(Number))
  return Number.isFinite(next) ? next : null
}

/** After an old reading, only the end of the hours is known. */
export const knownForS = ({ offset }: RuleState, maxGapS: number): number => (offset === null ? 0 : maxGapS)

/** Server time of a reading time. Readings of the past may have more behind them, so time waits for those to come. */
function serverTime(time: number, { offset, heard_at }: RuleState, maxGapS: number): number {
  return offset === null ? Math.max(time, heard_at + maxGapS * 1_000) : time + offset
}

/** The reverse: up to when (reading time) the clock alone has changed a state. */
export function readingTime(now: number, { offset, heard_at }: RuleState, maxGapS: number): number {
  if (offset !== null) return now - offset
  return now < heard_at + maxGapS * 1_000 ? Number.NEGATIVE_INFINITY : now
}

/** When the clock alone would change this state, in server time; null if only a reading can. */
export function dueAt(rule: CompiledRule, state: RuleState, maxGapS: number): number | null {
  const due = dueTime(rule, state, knownForS(state, maxGapS))
  const times = [due === null ? null : serverTime(due, state, maxGapS), expiresAt(rule, state)]
  const soonest = times.filter((time) => time !== null)
  return soonest.length === 0 ? null : Math.min(...soonest)
}

/** When time alone would reach a level (server time); null if only a reading can. */
export function raiseAt(rule: CompiledRule, state: RuleState, severity: Severity, maxGapS: number): number | null {
  const [time] = known([raiseTime(rule, state, severity)], state, knownForS(state, maxGapS))
  const end = hoursEnd(rule, state, tickedTo(state))
  return time == null || (end !== null && time >= end) ? null : serverTime(time, state, maxGapS)
}

/** When an open alert expires without data (server time), or null. */
export function expiresAt(rule: Rule, state: RuleState): number | null {
  if (state.open === null || rule.latch || rule.expire_after_s === 0 || isStale(rule.condition)) return null
  return state.heard_at + rule.expire_after_s * 1_000
}

/**
 * The service must have listened for this long, or for the rule's whole expiry if that is shorter, before an alert
 * expires.
 */
const LISTENED_FOR_MS = 3_600_000

/** The same state after the service was down until `upSince`, when no data could arrive. */
export function heardSince(rule: Rule, state: RuleState, upSince: number): RuleState {
  const earliest = upSince - Math.max(0, rule.expire_after_s * 1_000 - LISTENED_FOR_MS)
  return state.open === null || state.heard_at >= earliest ? state : { ...state, heard_at: earliest }
}

/**
 * Corrects a state stored while the clock was ahead, as if its last reading had just come: whatever it waits for is at
 * most its own duration away. Any other state is returned unchanged.
 */
export function notAhead(state: RuleState, now: number): RuleState {
  if (!isAhead(state.heard_at, now)) return state
  const byNow = (at: number) => Math.min(at, now)
  const sinceByNow = (since: Since): Since =>
    Object.fromEntries(Object.entries(since).map(([severity, at]) => [severity, byNow(at)]))
  const last_at = byNow(state.last_at)
  return {
    ...state,
    last_at,
    offset: state.offset === null ? null : now - last_at,
    heard_at: now,
    breached_since: sinceByNow(state.breached_since),
    cleared_since: sinceByNow(state.cleared_since),
    resolved: state.resolved === null ? null : { ...state.resolved, at: byNow(state.resolved.at) },
    memory: memoryNotAhead(state.memory, now),
    ...(state.ticked_at === undefined ? {} : { ticked_at: byNow(state.ticked_at) }),
  }
}

/** State after a person closed the alert: streaks restart, and only the cooldown refers to it. */
export function closedByPerson(rule: Rule | null, state: RuleState, at: number): RuleState | null {
  if (rule === null) return null
  const resolved = state.open === null ? null : { ...state.open, at: Math.max(at - (state.offset ?? 0), state.last_at) }
  if (rule.cooldown_s === 0 || resolved === null) {
    return state.memory === null
      ? null
      : { ...emptyRuleState(rule, state.last_at, state.heard_at), memory: state.memory }
  }
  return { ...state, open: null, resolved, breached_since: {}, cleared_since: {}, history: NO_HISTORY }
}
