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
  | { kind: 'reopened' | 'updated' | 'resolved'; alert: OpenAlert; at: number; value: number }
  | { kind: 'severity_changed'; alert: OpenAlert; at: number; value: number; from: Severity; threshold: number | null }

/** When, in server time (ms), the clock alone would change this state; null when only a reading can. */
export function dueAt(rule: Rule, state: RuleState, maxGapS: number): number | null {
  const { offset, last_at, open } = state
  if (offset === null) return null
  const times = rule.levels.flatMap(({ severity, for_s }) => {
    const breached = state.breached_since[severity]
    const isAhead = breached !== undefined && (open === null || rank(severity) > rank(open.severity))
    return isAhead ? [breached + for_s * 1_000] : []
  })
  // An alert holds its severity until that very level has been clear, whatever the lower ones do.
  const cleared = open !== null && !rule.latch ? state.cleared_since[open.severity] : undefined
  if (cleared !== undefined) times.push(cleared + rule.clear_for_s * 1_000)
  const next = Math.min(...times.filter((time) => time > last_at && time - last_at < maxGapS * 1_000))
  return Number.isFinite(next) ? next + offset : null
}

/** A person closed the alert: streaks start anew, and only the cooldown remembers it. */
export function closedByPerson(rule: Rule | null, state: RuleState, at: number): RuleState | null {
  const resolved = state.open === null ? null : { ...state.open, at: Math.max(at - (state.offset ?? 0), state.last_at) }
  if (rule === null || rule.cooldown_s === 0 || resolved === null) return null
  return { ...state, open: null, resolved, breached_since: {}, cleared_since: {} }
}
