import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { InCell } from '../../../platform/database/database.ts'
import type { Severity } from '../../vocabulary/severities.ts'
import { noticeOf } from '../messages/notice.ts'
import type { NotificationFacts } from '../messages/notification-facts.ts'

/** Wakes the senders of all nodes at commit. */
export const NOTIFICATIONS_QUEUED = 'notifications_queued'

/** One message for one method of one person. */
export interface NewNotification {
  run_id: number | null
  incident_id: number | null
  user_id: number
  method_id: number
  severity: Severity | null
  facts: NotificationFacts
  /** Nothing is written if there is one with this key. */
  dedupe_key: string | null
  due_at: Date
  /** Whether it waits for the end of quiet hours. */
  held: boolean
  /** The time of the notification that it replaces. */
  created_at?: Date
}

/**
 * Writes notifications, in the transaction of what they are about. Methods that are gone or not verified are left out,
 * except for the message that verifies them. Returns the number written.
 */
export async function queueNotifications(
  tx: InCell,
  notifications: readonly NewNotification[],
  now: Date,
): Promise<number> {
  if (notifications.length === 0) return 0
  const rows = notifications.map((one, place) => ({
    created_at: now,
    ...one,
    place,
    reason: one.facts.reason,
    state: one.held ? 'held' : 'queued',
    expires_at: secondsAfter(one.due_at > now ? one.due_at : now, noticeOf(one.facts).ttl_s),
  }))
  const queued = await tx.query(sql`
    insert into notifications (
      run_id, incident_id, user_id, method_id, kind, label, reason, severity, facts, dedupe_key, state, due_at,
      expires_at, created_at, at
    )
    select
      n.run_id, n.incident_id, n.user_id, m.id, m.kind, m.label, n.reason, n.severity, n.facts, n.dedupe_key, n.state,
      n.due_at, n.expires_at, n.created_at, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      run_id bigint, incident_id bigint, user_id integer, method_id integer, severity text, facts jsonb,
      dedupe_key text, due_at timestamptz, reason text, state text, expires_at timestamptz, created_at timestamptz, place integer
    )
    join contact_methods as m on m.id = n.method_id and (m.state = 'verified' or n.reason in ('verification', 'test'))
    order by n.place
    on conflict (dedupe_key) do nothing
    returning id`)
  if (queued.length > 0) await tx.notify(NOTIFICATIONS_QUEUED, '')
  return queued.length
}
