import type { InCell } from '../../platform/database/database.ts'
import { isAnybodyReachable } from '../contact-methods/contact-method-store.ts'
import { policyFor } from './policy.ts'
import { listAllPolicies } from './policy-store.ts'
import { firstPlace, placeAfter, type Run } from './run.ts'
import { type EscalatedIncident, insertRuns, listAnnounced, lockIncidentsToEscalate, moveRuns } from './run-store.ts'
import { takeSteps } from './take-steps.ts'

/**
 * Starts the escalation of incidents that receivers are being notified of and that have had none, with the notifications
 * of its first step, in the same transaction. While nobody could be reached at all, none starts.
 */
export async function startRuns(tx: InCell, incidentIds: readonly number[], now: Date): Promise<void> {
  if (incidentIds.length === 0 || !(await isAnybodyReachable(tx))) return
  const incidents = await lockIncidentsToEscalate(tx, incidentIds, now)
  const runs = await insertRunsOf(tx, incidents, now)
  const byId = new Map(incidents.map((incident) => [incident.incident_id, incident]))
  const due = runs
    .filter(({ next_at }) => next_at !== null && next_at <= now)
    .map((run) => ({ run, incident: byId.get(run.incident_id)!, round: run.round, step: run.step }))
  const taken = await takeSteps(tx, due, now)
  // The job takes an empty step once more, and says on the timeline that nobody is in it.
  const reached = due.filter((_, place) => taken[place]!.notified.length > 0)
  await moveRuns(
    tx,
    reached.map(({ run }) => ({ run, place: placeAfter(run, false, now) })),
    now,
  )
}

/**
 * The same for incidents that have become worse or are open again, and have had no escalation: nobody could be reached when
 * they were opened. One that is being opened is announced, or held by a silence, later in this transaction.
 */
export async function startMissedRuns(tx: InCell, incidentIds: readonly number[], now: Date): Promise<void> {
  if (incidentIds.length > 0) await startRuns(tx, await listAnnounced(tx, incidentIds, now), now)
}

/** A run for each of these incidents, which are locked. The job takes the first step, unless a silence covers it. */
export async function insertRunsOf(tx: InCell, incidents: readonly EscalatedIncident[], now: Date): Promise<Run[]> {
  if (incidents.length === 0) return []
  const policies = await listAllPolicies(tx)
  const rows = incidents.flatMap((incident) => {
    const policy = policyFor(policies, incident)
    if (policy === null) return []
    const { incident_id, severity } = incident
    const { id: policy_id, name, rounds, warning_rounds, steps } = policy
    const plan = { name, rounds, warning_rounds, steps }
    return [{ incident_id, severity, policy_id, policy: plan, place: firstPlace(plan, severity, now) }]
  })
  return insertRuns(tx, rows, now)
}
