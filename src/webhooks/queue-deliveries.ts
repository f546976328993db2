import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'
import { notify } from '../platform/notifications.ts'
import { rank, SEVERITIES } from '../vocabulary/severities.ts'
import { type Announcement, envelope } from './webhook-events.ts'

/** Wakes the dispatchers of all nodes at commit. */
export const DELIVERIES_QUEUED = 'deliveries_queued'

/**
 * Writes one delivery per announcement and webhook that wants it. Called inside the transaction that makes the
 * announcement true, so that neither exists without the other.
 */
export async function queueDeliveries(tx: Queryable, announcements: readonly Announcement[], now: Date): Promise<void> {
  if (announcements.length === 0) return
  const rows = announcements.map((announcement, place) => ({
    place,
    event: announcement.event,
    lane: announcement.lane,
    module: announcement.module,
    tags: announcement.tags,
    rank: announcement.severity === null ? SEVERITIES.length : rank(announcement.severity),
    body: envelope(announcement, now),
    message: randomUUID().replaceAll('-', ''),
  }))
  const queued = await tx.query(sql`
    insert into deliveries (webhook_id, message_id, event, lane, body, next_attempt_at, created_at)
    select w.id, 'msg_' || a.message || w.id, a.event, a.lane, a.body, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (
      place integer, event text, lane text, module text, tags text[], rank integer, body text, message text
    )
    join webhooks as w
      on w.enabled
      and a.event = any (w.events)
      and a.rank >= array_position(${SEVERITIES}::text[], w.min_severity) - 1
      and (w.modules = '{}' or a.module = any (w.modules))
      and (w.tags = '{}' or w.tags && a.tags)
    order by a.place, w.id
    returning id`)
  if (queued.length > 0) await notify(tx, DELIVERIES_QUEUED, '')
}
