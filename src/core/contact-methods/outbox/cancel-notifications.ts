import sql, { type Sql } from 'sql-template-tag'
import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import type { NotificationOutcome } from '../outcome-texts.ts'
import { outcomeSoFar, WAITING_STATES } from './notification.ts'

/** Calls off what these runs have not sent yet, in the transaction that ends them. */
export async function cancelNotifications(tx: InCell, runIds: readonly number[], now: Date): Promise<void> {
  if (runIds.length === 0) return
  const ofRuns = sql`n.run_id = any (${[...runIds]}::bigint[])`
  await cancelWhere(tx, sql`${ofRuns} and n.state = any (${[...WAITING_STATES]}::text[])`, null, now)
  // Their parts of digests that have not been sent.
  await tx.query(sql`
    update notifications as n
    set state = 'cancelled', at = ${now}
    from notifications as digest
    where ${ofRuns} and n.state = 'merged' and digest.id = n.merged_into
      and digest.state = any (${[...WAITING_STATES]}::text[])`)
}

/**
 * The incident of a call or assignment is resolved, or was since and is open again; or its reader has done anything there
 * since, or it was assigned again, if only to the same person. An acknowledgement by another person does not answer a call.
 * An incident that is merged goes on. An entry is
 * later by its id and its time: a site may have moved to an earlier cell, whose ids are smaller, and a clock gone back.
 */
const isCallAnswered = sql`
  exists (
    with recursive place as (
      select i.incident_id, i.merged_into, i.status, i.resolution, i.assigned_to
      from incidents as i
      where i.incident_id = n.incident_id
      union all
      select i.incident_id, i.merged_into, i.status, i.resolution, i.assigned_to
      from place
      join incidents as i on i.incident_id = place.merged_into
    )
    select
    from place
    where place.status = 'resolved' and place.resolution is distinct from 'merged'
      or n.facts ->> 'reason' = 'assigned' and place.incident_id = n.incident_id
        and place.assigned_to is distinct from n.user_id
      or exists (
        select
        from incident_timeline as t
        where t.incident_id = place.incident_id
          and (
            t.user_id = n.user_id
            or t.kind = 'resolved' and t.facts ->> 'code' is distinct from 'merged_into'
            or t.kind = 'assigned' and n.facts ->> 'reason' = 'assigned'
          )
          and t.entry_id > (n.facts ->> 'entry_id')::bigint and t.at >= n.created_at
      )
  )`

/** Whether a notification `n` asks for an answer that has been given since. */
export const isAnswered = sql`
  (n.reason in ('step', 'update', 'digest') and exists (
    select
    from escalation_runs as r
    where r.id = n.run_id and r.state in ('acknowledged', 'resolved', 'merged', 'cancelled') and n.created_at <= r.ended_at
  ) or n.facts ->> 'reason' in ('call', 'assigned') and ${isCallAnswered})`

/** Calls off calls and assignments that are answered, in the transaction of the answer. */
export async function cancelAnswered(tx: InCell, incidentIds: readonly number[], now: Date): Promise<void> {
  if (incidentIds.length === 0) return
  const which = sql`
    n.incident_id = any (${[...incidentIds]}::bigint[]) and n.state = any (${[...WAITING_STATES]}::text[])
    and n.facts ->> 'reason' in ('call', 'assigned') and ${isCallAnswered}`
  await cancelWhere(tx, which, null, now)
}

/** Calls off what has been answered since it was claimed. Returns the ids of what is still to be sent. */
export function callOffClaimed(db: CellDatabase, ids: readonly number[], now: Date): Promise<Set<number>> {
  const isClaimed = sql`n.id = any (${[...ids]}::bigint[]) and n.state = 'sending'`
  return db.transaction(async (tx) => {
    await cancelWhere(tx, sql`${isClaimed} and ${isAnswered}`, null, now)
    const left = await tx.query<{ id: number }>(sql`select n.id from notifications as n where ${isClaimed}`)
    return new Set(left.map(({ id }) => id))
  })
}

/** Cancels these notifications `n`. Others that such a digest stood for are sent by themselves. */
export async function cancelWhere(
  tx: InCell,
  which: Sql,
  outcome: NotificationOutcome | null,
  now: Date,
): Promise<void> {
  const cancelled = await tx.query<{ id: number; run_id: number | null }>(sql`
    select n.id, n.run_id from notifications as n where ${which} for update of n`)
  if (cancelled.length === 0) return
  const digests = cancelled.map(({ id }) => id)
  await tx.query(sql`
    update notifications as n
    set state = 'cancelled', leased_until = null, at = ${now}, outcome = coalesce(${outcome}::jsonb, ${outcomeSoFar})
    where n.id = any (${digests}::bigint[])`)
  const runs = cancelled.flatMap(({ run_id }) => (run_id === null ? [] : [run_id]))
  await tx.query(sql`
    update notifications
    set state = 'queued', merged_into = null, due_at = ${now}, at = ${now}
    where merged_into = any (${digests}::bigint[]) and state = 'merged' and (run_id = any (${runs}::bigint[])) is not true`)
}
