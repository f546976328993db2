import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import type { ChannelOutcome } from '../channels/channel.ts'
import { breakMethod, noteMethodWorks } from '../contact-method-store.ts'
import type { NotificationFacts } from '../messages/notification-facts.ts'
import type { ClaimedNotification } from './claim-notifications.ts'
import { nextAttemptAt } from './notification.ts'
import { queueNotifications } from './queue-notifications.ts'

/** A notification without further attempts, for the timeline of its incident. */
export interface SettledNotification {
  incident_ids: number[]
  reason: NotificationFacts['reason']
  user_id: number
  user_name: string
  label: string
  state: 'accepted' | 'failed'
  outcome: string
}

/** Called with a settled notification, in the transaction that settles it. */
export type NoteNotified = (tx: Queryable, settled: SettledNotification, now: Date) => Promise<void>

/**
 * Records the outcome of an attempt. A method that is refused for good becomes broken, and its owner is notified by the
 * others. What an escalation could not send goes to another method of the same person at once.
 */
export async function recordOutcome(
  db: Database,
  notification: ClaimedNotification,
  { verdict, detail, not_before }: ChannelOutcome,
  noteNotified: NoteNotified,
  now: Date,
): Promise<void> {
  const retryAt = verdict === 'retry' ? nextAttemptAt(notification, not_before, now) : null
  const state = verdict === 'accepted' ? 'accepted' : retryAt !== null ? 'retrying' : 'failed'
  await db.transaction(async (tx) => {
    const rows = await tx.query(sql`
      update notifications
      set
        state = ${state}, outcome = ${detail}, due_at = coalesce(${retryAt}::timestamptz, due_at), leased_until = null,
        spent = spent + ${verdict === 'accepted' ? 0 : 1}, at = ${now}
      where id = ${notification.id} and state = 'sending'
      returning id`)
    // Erased meanwhile, or answered by its reader before the service had confirmed it.
    if (rows.length === 0) return
    if (verdict === 'accepted') await noteMethodWorks(tx, notification, now)
    if (verdict === 'broken') await breakMethod(tx, notification.method_id, detail, now)
    if (state === 'retrying') return
    if (state === 'failed') await failOver(tx, notification, verdict === 'broken', now)
    const incident_ids = incidentsOf(notification)
    if (incident_ids.length > 0) {
      const { reason, user_id, user_name, label } = notification
      await noteNotified(tx, { incident_ids, reason, user_id, user_name, label, state, outcome: detail }, now)
    }
  })
}

function incidentsOf({ incident_id, merged }: ClaimedNotification): number[] {
  const others = merged.flatMap((facts) => ('incident' in facts ? [facts.incident.id] : []))
  return [...new Set([...(incident_id === null ? [] : [incident_id]), ...others])]
}

/** Sends by the person's other methods: the notification itself, unless they get it anyway, and what has broken. */
async function failOver(tx: Queryable, failed: ClaimedNotification, isBroken: boolean, now: Date): Promise<void> {
  const { run_id, incident_id, user_id, method_id, severity, facts, label, kind } = failed
  const others = await tx.query<{ id: number; has_it: boolean }>(sql`
    select
      m.id,
      exists (
        select from notifications as n
        where n.method_id = m.id and n.run_id = ${run_id} and n.created_at >= ${failed.created_at} and n.reason = 'step'
      ) as has_it
    from contact_methods as m
    where m.user_id = ${user_id} and m.id <> ${method_id} and m.state = 'verified'
    order by m.id`)
  const common = { user_id, due_at: now, held: false }
  const again =
    facts.reason !== 'step'
      ? []
      : others
          .filter(({ has_it }) => !has_it)
          .map(({ id }) => ({
            ...{ ...common, run_id, incident_id, severity, facts, method_id: id },
            dedupe_key: `instead of ${failed.id}: ${id}`,
          }))
  const news = !isBroken
    ? []
    : others.map(({ id }) => ({
        ...{ ...common, run_id: null, incident_id: null, severity: null, method_id: id },
        facts: { reason: 'method_broken' as const, label, kind },
        dedupe_key: `broken ${method_id}: ${id}: ${now.toISOString()}`,
      }))
  await queueNotifications(tx, [...again, ...news], now)
}
