import { isAhead } from '../../../platform/clock.ts'
import { rank, type Severity } from '../../vocabulary/severities.ts'
import { type Finding, type Memory, memoryNotAhead } from '../conditions/compile-condition.ts'
import { endOf } from '../conditions/schedule.ts'
import type { Rule } from '../rule.ts'
import type { CompiledRule } from './compile-rule.ts'
import { type History, NO_HISTORY } from './flapping.ts'

/** Start (ms of reading time) of each level's current streak; other levels have no entry. */
export type Since = Partial<Record<Severity, number>>

/** The alert that a rule holds open for a device, with the fields the engine needs. */
export interface OpenAlert {
  alert_id: number
  severity: Severity
  peak_value: number
  occurrences: number
  /** Clear, but not yet for long enough. */
  recovering?: true
  /** Alternates; held open until it calms down. */
  flapping?: true
}

/** State of a rule for one device. Times are milliseconds of reading time. An idle rule has no state. */
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
}

/** One evaluation of a rule, by a reading or by the clock. */
export interface Observation {
  at: number
  finding: Finding | null
  memory: Memory | null
  received_at: number
  /** The newest reading time already evaluated for the device if this one is older; null if it is in order. */
  late_behind: number | null
  /** A longer gap between readings (seconds) breaks streaks. */
  max_gap_s: number
}

export type AlertEffect =
  | { kind: 'raised'; alert: OpenAlert; at: number; value: number; threshold: number | null; late: boolean }
  | { kind: 'reopened'; alert: OpenAlert; at: number; value: number; threshold: number | null }
  | { kind: 'updated'; alert: OpenAlert; at: number; value: number }
  | { kind: 'resolved'; alert: OpenAlert; at: number; value: number; reason: 'cleared' | 'expired' | 'out_of_scope' }
  | { kind: 'severity_changed'; alert: OpenAlert; at: number; value: number; from: Severity; threshold: number | null }

export const emptyState = (rule: Rule, at: number, heardAt: number): RuleState => ({
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

/** The next moment after `after`, in reading time (ms), at which time alone changes something, or null. */
export function dueTime(rule: CompiledRule, state: RuleState, maxGapS: number, after = state.last_at): number | null {
  const { open } = state
  const times = rule.levels.flatMap(({ severity, for_s }) => {
    const breached = state.breached_since[severity]
    const isAhead = breached !== undefined && (open === null || rank(severity) > rank(open.severity))
    return isAhead ? [breached + for_s * 1_000] : []
  })
  return earliest([...times, clearTime(rule, state), ...changeTimes(rule, state, after)], state, maxGapS, after)
}

/** The same for the clearing of the open alert alone. */
export function clearDueTime(
  rule: CompiledRule,
  state: RuleState,
  maxGapS: number,
  after = state.last_at,
): number | null {
  if (state.open === null) return null
  return earliest([clearTime(rule, state), ...changeTimes(rule, state, after)], state, maxGapS, after)
}

/** When a window runs out, or the rule's hours end: no alert outlives its cause. */
function changeTimes(rule: CompiledRule, { breached_since, open, memory }: RuleState, after: number): number[] {
  const change = rule.watch.nextChange(memory, after)
  const isAwake = open !== null || Object.keys(breached_since).length > 0
  const end = rule.schedule === null || !isAwake ? null : endOf(rule.schedule, after)
  return [change, end].filter((time) => time !== null)
}

/** An alert keeps its severity until that very level is clear, whatever the lower ones do. */
function clearTime(rule: Rule, { open, cleared_since }: RuleState): number {
  const cleared = open === null || rule.latch || open.flapping ? undefined : cleared_since[open.severity]
  return cleared === undefined ? Number.POSITIVE_INFINITY : cleared + rule.clear_for_s * 1_000
}

/** Nothing is due later than `maxGapS` after the last reading, because its data is too old then. */
function earliest(times: number[], state: RuleState, maxGapS: number, after: number): number | null {
  const next = Math.min(...times.filter((time) => time > after && time - state.last_at < maxGapS * 1_000))
  return Number.isFinite(next) ? next : null
}

/** When the clock alone would change this state, in server time; null if only a reading can. */
export function dueAt(rule: CompiledRule, state: RuleState, maxGapS: number): number | null {
  const due = dueTime(rule, state, maxGapS)
  const times = [due === null || state.offset === null ? null : due + state.offset, expiresAt(rule, state)]
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** When an open alert expires without data (server time), or null. */
export function expiresAt(rule: Rule, state: RuleState): number | null {
  if (state.open === null || rule.latch || rule.expire_after_s === 0 || rule.condition.type === 'stale') return null
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
  }
}

/** State after a person closed the alert: streaks restart, and only the cooldown refers to it. */
export function closedByPerson(rule: Rule | null, state: RuleState, at: number): RuleState | null {
  if (rule === null) return null
  const resolved = state.open === null ? null : { ...state.open, at: Math.max(at - (state.offset ?? 0), state.last_at) }
  if (rule.cooldown_s === 0 || resolved === null) {
    return state.memory === null ? null : { ...emptyState(rule, state.last_at, state.heard_at), memory: state.memory }
  }
  return { ...state, open: null, resolved, breached_since: {}, cleared_since: {}, history: NO_HISTORY }
}
