import { rank, type Severity } from '../vocabulary/severities.ts'
import type { Rule } from './rule.ts'

/** Since when (ms of reading time) a level has been so; a level that is not so has no entry. */
export type Since = Partial<Record<Severity, number>>

/** The alert a rule holds open for a device, as far as the rule must know it. */
export interface OpenAlert {
  alert_id: number
  severity: Severity
  peak_value: number
  occurrences: number
}

/** What a rule remembers of one device. Times are milliseconds of reading time. Idle is no state at all. */
export interface RuleState {
  last_at: number
  last_value: number
  /** Server time minus reading time, by which the clock goes on from a fresh reading; null after an old one. */
  offset: number | null
  breached_since: Since
  cleared_since: Since
  open: OpenAlert | null
  /** The alert that resolved last, for as long as its cooldown may call it back. */
  resolved: (OpenAlert & { at: number }) | null
}

/** One value in front of a rule: from a reading, or the last one again when the clock ticks. */
export interface Observation {
  at: number
  value: number
  received_at: number
  /** The newest reading time already evaluated for the device when this one is older than that; null in order. */
  late_behind: number | null
  /** A silence longer than this (seconds) breaks streaks. */
  max_gap_s: number
}

export type AlertEffect =
  | { kind: 'raised'; alert: OpenAlert; at: number; value: number; threshold: number | null; late: boolean }
  | { kind: 'reopened'; alert: OpenAlert; at: number; value: number; threshold: number | null }
  | { kind: 'updated' | 'resolved'; alert: OpenAlert; at: number; value: number }
  | { kind: 'severity_changed'; alert: OpenAlert; at: number; value: number; from: Severity; threshold: number | null }

/** The next moment, in reading time (ms) behind `after`, at which a streak has lasted long enough, or null. */
export function dueTime(rule: Rule, state: RuleState, maxGapS: number, after = state.last_at): number | null {
  const { open } = state
  const times = rule.levels.flatMap(({ severity, for_s }) => {
    const breached = state.breached_since[severity]
    const isAhead = breached !== undefined && (open === null || rank(severity) > rank(open.severity))
    return isAhead ? [breached + for_s * 1_000] : []
  })
  return earliest([...times, clearTime(rule, state)], state, maxGapS, after)
}

/** The same for the clearing of the open alert alone. */
export function clearDueTime(rule: Rule, state: RuleState, maxGapS: number, after = state.last_at): number | null {
  return earliest([clearTime(rule, state)], state, maxGapS, after)
}

/** An alert holds its severity until that very level has been clear, whatever the lower ones do. */
function clearTime(rule: Rule, { open, cleared_since }: RuleState): number {
  const cleared = open === null || rule.latch ? undefined : cleared_since[open.severity]
  return cleared === undefined ? Number.POSITIVE_INFINITY : cleared + rule.clear_for_s * 1_000
}

/** Beyond `maxGapS` of the last reading nothing is due: data that old does not speak. */
function earliest(times: number[], state: RuleState, maxGapS: number, after: number): number | null {
  const next = Math.min(...times.filter((time) => time > after && time - state.last_at < maxGapS * 1_000))
  return Number.isFinite(next) ? next : null
}

/** When the clock alone would change this state, in server time; null after an old reading: only the next one can. */
export function dueAt(rule: Rule, state: RuleState, maxGapS: number): number | null {
  const due = dueTime(rule, state, maxGapS)
  return due === null || state.offset === null ? null : due + state.offset
}

/** A person closed the alert: streaks start anew, and only the cooldown remembers it. */
export function closedByPerson(rule: Rule | null, state: RuleState, at: number): RuleState | null {
  const resolved = state.open === null ? null : { ...state.open, at: Math.max(at - (state.offset ?? 0), state.last_at) }
  if (rule === null || rule.cooldown_s === 0 || resolved === null) return null
  return { ...state, open: null, resolved, breached_since: {}, cleared_since: {} }
}
