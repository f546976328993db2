import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { findClearedSince } from '../contact-methods/outbox/cleared-since.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { roundsFor } from './policy.ts'
import type { Run } from './run.ts'

/** The last escalation of an incident, as people see it. Steps and rounds are counted from 1. */
export interface Escalation {
  state: Run['state']
  policy_name: string
  /** The next step; null if none is left in any round. */
  step: number | null
  steps: number
  round: number
  rounds: number
  /** When the step is due; of a paused run, when its silence is looked at again. Null if it has ended. */
  next_at: Date | null
  /** Since when everything is clear: the step waits until an alert fires again. Null while anything is wrong. */
  cleared_since: Date | null
}

/** Null if people were never to be notified of it. */
export async function findEscalation(db: Queryable, incidentId: ReachedId<'incident'>): Promise<Escalation | null> {
  const [run] = await db.query<Pick<Run, 'state' | 'policy' | 'severity' | 'round' | 'step' | 'next_at'>>(sql`
    select state, policy, severity, round, step, next_at
    from escalation_runs
    where incident_id = ${incidentId}::bigint
    order by id desc
    limit 1`)
  if (run === undefined) return null
  const { state, policy, severity, round, step, next_at } = run
  const rounds = roundsFor(policy, severity)
  const cleared_since = await findClearedSince(db, incidentId)
  return {
    ...{ state, policy_name: policy.name, rounds, next_at, cleared_since, steps: policy.steps.length },
    step: round < rounds ? step + 1 : null,
    round: round + 1,
  }
}
