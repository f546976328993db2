import { secondsAfter } from '../../platform/clock.ts'
import type { CellDatabase, InCell, Queryable } from '../../platform/database/database.ts'
import type { FactOf } from '../../platform/facts.ts'
import { listCleared } from '../contact-methods/outbox/cleared-since.ts'
import type { ESCALATION_TEXTS } from './escalation-texts.ts'
import { isOver, placeAfter, type Run } from './run.ts'
import {
  type EscalatedIncident,
  endRun,
  hasReachedAnybody,
  holdRun,
  isAnyRunDue,
  lockDueRuns,
  moveRuns,
  pauseRun,
} from './run-store.ts'
import { shoutNobodyTold } from './shout-nobody-told.ts'
import { type TakenStep, takeSteps } from './take-steps.ts'

const AT_ONCE = 50
/** A silence may be changed or ended before its time. */
const LOOK_AGAIN_S = 30
/** While everything is clear, an alert may fire again. */
const FIRES_AGAIN_S = 5

/** An entry for the timeline of an incident. */
interface EscalationEntry {
  incident_id: number
  kind: 'escalated' | 'nobody_told' | 'escalation_ended'
  user_id: null
  says: FactOf<typeof ESCALATION_TEXTS>
}

export interface EscalationContext {
  noteOnTimeline: (tx: InCell, entries: readonly EscalationEntry[], now: Date) => Promise<void>
  /** Until when silences cover everything that is wrong with these incidents; none for those that ring. */
  silencedUntil: (tx: Queryable, incidentIds: readonly number[], now: Date) => Promise<Map<number, Date>>
}

/** Takes the steps that are due. Returns whether there may be more. */
export async function runEscalations(db: CellDatabase, context: EscalationContext, now: Date): Promise<boolean> {
  if (!(await isAnyRunDue(db, now))) return false
  return db.transaction(async (tx) => {
    const due = await lockDueRuns(tx, AT_ONCE, now)
    if (due.length === 0) return false
    const ids = due.map(({ incident }) => incident.incident_id)
    const silenced = await context.silencedUntil(tx, ids, now)
    const cleared = await listCleared(tx, ids)
    for (const { run, incident } of due) {
      const until = silenced.get(incident.incident_id)
      const isClear = cleared.has(incident.incident_id) && !run.is_asked
      if (until !== undefined) await pauseRun(tx, run.id, earlier(until, secondsAfter(now, LOOK_AGAIN_S)))
      else if (isClear) await holdRun(tx, run.id, secondsAfter(now, FIRES_AGAIN_S))
      else await takeDueStep(tx, run, incident, context, now)
    }
    return due.length === AT_ONCE
  })
}

async function takeDueStep(
  tx: InCell,
  run: Run,
  incident: EscalatedIncident,
  { noteOnTimeline }: EscalationContext,
  now: Date,
): Promise<void> {
  const note = (kind: EscalationEntry['kind'], says: EscalationEntry['says']) =>
    noteOnTimeline(tx, [{ incident_id: incident.incident_id, kind, user_id: null, says }], now)
  const shout = async (round: number) => {
    await note('nobody_told', { code: 'round_failed', round, policy: run.policy.name })
    await shoutNobodyTold(tx, run, incident, round, now)
  }
  const isNewRound = run.round > 0 && run.step === 0
  const hasReached = await hasReachedAnybody(tx, run)
  if (isNewRound && !hasReached) await shout(run.round)
  if (isOver(run)) {
    await endRun(tx, run.id, hasReached ? 'exhausted' : 'nobody', now)
    await note('escalation_ended', { code: 'rounds_over', policy: run.policy.name })
    return
  }
  const [taken] = await takeSteps(tx, [{ run, incident, round: run.round, step: run.step }], now)
  const wasEmpty = taken!.notified.length === 0
  if (wasEmpty || run.step > 0 || run.round > 0) await note('escalated', stepFact(run, taken!))
  const isLastStep = run.step === run.policy.steps.length - 1
  if (wasEmpty && isLastStep && (run.step === 0 || !hasReached)) {
    await shout(run.round + 1)
    await endRun(tx, run.id, 'nobody', now)
  } else await moveRuns(tx, [{ run, place: placeAfter(run, wasEmpty, now) }], now)
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

const stepFact = ({ policy, round, step }: Run, { notified, unreachable }: TakenStep): EscalationEntry['says'] => ({
  code: 'step',
  ...{ step: step + 1, steps: policy.steps.length, round: round + 1 },
  ...{ notified, unreachable },
})
