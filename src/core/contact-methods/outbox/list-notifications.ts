import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import type { ContactKind } from '../channels/channels.ts'
import type { StoredOutcome } from '../outcome-texts.ts'
import type { NotificationState } from './notification.ts'

const MOST = 500

/** A notification in the list of its incident. */
export interface ListedNotification {
  id: number
  user: { id: number; name: string }
  kind: ContactKind
  label: string
  reason: string
  /** The step of an escalation, from 1. */
  step: number | null
  /** Notifications with the same cause were created at one time. */
  created_at: Date
  due_at: Date
  state: NotificationState
  outcome: StoredOutcome | null
  at: Date
}

/** Notifications of people about an incident, oldest first. */
export function listNotifications(db: Queryable, incidentId: ReachedId<'incident'>): Promise<ListedNotification[]> {
  return db.query<ListedNotification>(sql`
    select *
    from (
      select
        n.id, jsonb_build_object('id', u.id, 'name', u.name) as user, n.kind, n.label, n.reason, n.due_at, n.created_at,
        (n.facts ->> 'step')::integer as step, n.state, n.outcome, n.at
      from notifications as n
      join users as u on u.id = n.user_id
      where n.incident_id = ${incidentId}::bigint
      order by n.id desc
      limit ${MOST}
    ) as newest
    order by id`)
}

export async function lastTestAt(tx: Queryable, methodId: number): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(sql`
    select max(created_at) as at from notifications where method_id = ${methodId} and reason = 'test'`)
  return row!.at
}
