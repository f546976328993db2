import sql, { type Sql } from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import type { NotificationOutcome } from '../outcome-texts.ts'
import { isAnswered } from './cancel-notifications.ts'
import { outcomeSoFar } from './notification.ts'
import { type NewNotification, queueNotifications } from './queue-notifications.ts'

/**
 * Fails these notifications `n`, and what was merged into them. Steps of an escalation, calls and assignments among them go
 * to the other methods of their people, except those that have them already. Returns the incidents that they were about.
 */
export async function failNotifications(
  tx: InCell,
  which: Sql,
  outcome: NotificationOutcome,
  now: Date,
): Promise<number[]> {
  const failed = await endWithMerged(tx, which, 'failed', sql`${outcome}::jsonb`, now)
  if (failed.length > 0) await failOver(tx, failed, now)
  return [...new Set(failed.flatMap(({ incident_id }) => incident_id ?? []))]
}

/** The same for notifications that come too late: nobody is sent them any more. */
export async function expireNotifications(tx: InCell, which: Sql, now: Date): Promise<void> {
  await endWithMerged(tx, which, 'expired', outcomeSoFar, now)
}

interface EndedNotification {
  id: number
  incident_id: number | null
  /** Whether it waited for the end of quiet hours. */
  was_held: boolean
}

async function endWithMerged(
  tx: InCell,
  which: Sql,
  state: 'failed' | 'expired',
  outcome: Sql,
  now: Date,
): Promise<EndedNotification[]> {
  const end = async (ones: Sql) => {
    const ended = await tx.query<EndedNotification>(sql`
      select n.id, n.incident_id, n.state = 'held' as was_held
      from notifications as n
      where ${ones}
      for update of n`)
    if (ended.length === 0) return []
    await tx.query(sql`
      update notifications as n
      set state = ${state}, outcome = ${outcome}, leased_until = null, at = ${now}
      where n.id = any (${ended.map(({ id }) => id)}::bigint[])`)
    return ended
  }
  const ended = await end(which)
  if (ended.length === 0) return []
  const ids = ended.map(({ id }) => id)
  return [...ended, ...(await end(sql`n.merged_into = any (${ids}::bigint[]) and n.state = 'merged'`))]
}

/** Queues the last of several steps of a run, and of several calls about an incident. A step that waits for its time keeps it. */
async function failOver(tx: InCell, failed: readonly EndedNotification[], now: Date): Promise<void> {
  const held = failed.filter(({ was_held }) => was_held).map(({ id }) => id)
  const steps = await tx.query<Omit<NewNotification, 'dedupe_key'> & { id: number }>(sql`
    select distinct on (n.run_id, n.incident_id, n.facts ->> 'reason', m.id)
      n.id, n.run_id, n.incident_id, n.user_id, m.id as method_id, n.severity, n.facts,
      greatest(n.due_at, ${now}) as due_at, n.id = any (${held}::bigint[]) as held, n.created_at
    from notifications as n
    join users as u on u.id = n.user_id and u.enabled
    join contact_methods as m on m.user_id = u.id and m.state = 'verified' and m.id is distinct from n.method_id
    where n.id = any (${failed.map(({ id }) => id)}::bigint[]) and n.facts ->> 'reason' in ('step', 'call', 'assigned') and not ${isAnswered}
      and not exists (
        select
        from notifications as other
        where other.incident_id = n.incident_id and other.run_id is not distinct from n.run_id
          and other.method_id = m.id and other.created_at >= n.created_at
          and other.facts ->> 'reason' = n.facts ->> 'reason'
      )
    order by n.run_id, n.incident_id, n.facts ->> 'reason', m.id, n.created_at desc, n.id desc`)
  const instead = steps.map(({ id, ...step }) => ({ ...step, dedupe_key: `instead of ${id}: ${step.method_id}` }))
  await queueNotifications(tx, instead, now)
}
