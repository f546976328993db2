import { secondsAfter } from '../../platform/clock.ts'
import { rank, type Severity } from '../vocabulary/severities.ts'
import { type EscalationPlan, ROUND_GAP_S, roundsFor } from './policy.ts'

const RUN_STATES = [
  'active',
  'paused',
  'acknowledged',
  'resolved',
  'merged',
  'exhausted',
  'nobody',
  'cancelled',
] as const
export type RunState = (typeof RUN_STATES)[number]

/** The escalation of one incident, from its opening to an answer. */
export interface Run {
  id: number
  incident_id: number
  policy: EscalationPlan
  severity: Severity
  state: RunState
  /** The next step, both counted from 0. */
  round: number
  step: number
  next_at: Date | null
  round_started_at: Date
  nobody_told_at: Date | null
  /** A person has asked for the next step: it is taken also while everything is clear. */
  is_asked: boolean
}

/** The place of a run and when it is due. */
export interface RunStep {
  round: number
  step: number
  next_at: Date
}

const isUnderWay = ({ state }: Pick<Run, 'state'>): boolean => state === 'active' || state === 'paused'

/** Where a new run begins; null if its incident is escalated to nobody. Pure. */
export function firstStep(plan: EscalationPlan, severity: Severity, now: Date): RunStep | null {
  if (roundsFor(plan, severity) === 0) return null
  return { round: 0, step: 0, next_at: secondsAfter(now, plan.steps[0]!.wait_s) }
}

/**
 * The place after a step. A step without anybody is not waited for, so that the next one is taken at once. After the
 * last step, people have until the next round to answer, or until the run is given up. Pure.
 */
export function stepAfter(
  { policy, round, step }: Pick<Run, 'policy' | 'round' | 'step'>,
  wasEmpty: boolean,
  now: Date,
): RunStep {
  const next = policy.steps[step + 1]
  if (next !== undefined) return { round, step: step + 1, next_at: wasEmpty ? now : secondsAfter(now, next.wait_s) }
  return { round: round + 1, step: 0, next_at: secondsAfter(now, ROUND_GAP_S + policy.steps[0]!.wait_s) }
}

/** Whether all rounds have been taken. Pure. */
export const isOver = ({ policy, severity, round }: Pick<Run, 'policy' | 'severity' | 'round'>): boolean =>
  round >= roundsFor(policy, severity)

/** An incident as runs follow it. */
export interface FollowedIncident {
  status: 'open' | 'acknowledged' | 'resolved'
  severity: Severity
  resolution: string | null
}

/**
 * Effect of a change of an incident on its last run.
 * - none: nothing.
 * - end: it ends, and nothing more is sent. Those who were notified hear of it, unless it was merged.
 * - restart: a new run from the first step.
 * - rise: goes on, for the higher severity.
 * - alarm: acknowledged, and became critical since: who acknowledged it and the first step are notified once.
 */
type RunChange =
  | { kind: 'none' }
  | { kind: 'end'; state: 'acknowledged' | 'resolved' | 'merged' }
  | { kind: 'restart' }
  | { kind: 'rise' }
  | { kind: 'alarm' }

/** Compares a run with its incident, whatever has happened in between. Pure. */
export function followIncident(run: Pick<Run, 'state' | 'severity'>, incident: FollowedIncident): RunChange {
  const rose = rank(incident.severity) > rank(run.severity)
  switch (incident.status) {
    case 'resolved': {
      const state = incident.resolution === 'merged' ? 'merged' : 'resolved'
      return run.state === 'resolved' || run.state === 'merged' ? { kind: 'none' } : { kind: 'end', state }
    }
    case 'acknowledged':
      if (run.state === 'acknowledged')
        return rose && incident.severity === 'critical' ? { kind: 'alarm' } : { kind: 'none' }
      return { kind: 'end', state: 'acknowledged' }
    case 'open':
      if (run.state === 'acknowledged' || run.state === 'resolved' || run.state === 'merged') return { kind: 'restart' }
      if (!rose) return { kind: 'none' }
      return isUnderWay(run) ? { kind: 'rise' } : { kind: 'restart' }
  }
}
