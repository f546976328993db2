import sql from 'sql-template-tag'
import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import type { ChannelOutcome } from '../channels/channel.ts'
import { breakMethod, noteMethodWorks } from '../contact-method-store.ts'
import type { NotificationFacts } from '../messages/notification-facts.ts'
import { type NotificationOutcome, outcomeText } from '../outcome-texts.ts'
import type { ClaimedNotification } from './claim-notifications.ts'
import { failNotifications } from './fail-notifications.ts'
import { nextAttemptAt, WAITING_STATES } from './notification.ts'
import { queueNotifications } from './queue-notifications.ts'

/** A notification without further attempts, for the timeline of its incident. */
export interface SettledNotification {
  incident_ids: number[]
  reason: NotificationFacts['reason']
  user_id: number
  user_name: string
  label: string
  state: 'accepted' | 'failed'
  outcome: NotificationOutcome
}

/** Called with a settled notification, in the transaction that settles it. */
export type NoteNotified = (tx: InCell, settled: SettledNotification, now: Date) => Promise<void>

/**
 * Records the outcome of an attempt. What an escalation could not send goes to another method of the same person at once.
 * A method that is refused for good becomes broken, with everything that it was to be sent, and its owner is notified by
 * the others.
 */
export async function recordOutcome(
  db: CellDatabase,
  notification: ClaimedNotification,
  { verdict, detail, not_before }: ChannelOutcome,
  noteNotified: NoteNotified,
  now: Date,
): Promise<void> {
  const { id, method_id, reason, user_id, user_name, label } = notification
  const retryAt = verdict === 'retry' ? nextAttemptAt(notification, not_before, now) : null
  await db.transaction(async (tx) => {
    if (retryAt !== null) return retryLater(tx, id, detail, retryAt, now)
    if (verdict === 'broken') await breakMethod(tx, method_id, outcomeText(detail))
    const incident_ids =
      verdict === 'accepted'
        ? await acceptNotification(tx, notification, detail, now)
        : await failNotifications(tx, verdict === 'broken' ? isOfMethod(method_id) : isUnderWay(id), detail, now)
    if (verdict === 'broken') await notifyOwner(tx, notification, now)
    if (incident_ids.length === 0) return
    const state = verdict === 'accepted' ? 'accepted' : 'failed'
    // Several assignments in one message are assignments all the same.
    const noted = reason === 'answers' ? notification.facts.reason : reason
    await noteNotified(tx, { incident_ids, reason: noted, user_id, user_name, label, state, outcome: detail }, now)
  })
}

/** Not erased meanwhile, nor answered by its reader before the service had confirmed it. */
const isUnderWay = (id: number) => sql`n.id = ${id} and n.state = 'sending'`

const isOfMethod = (id: number) =>
  sql`n.method_id = ${id} and n.state = any (${['sending', ...WAITING_STATES]}::text[])`

async function retryLater(
  tx: InCell,
  id: number,
  outcome: NotificationOutcome,
  retryAt: Date,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update notifications as n
    set state = 'retrying', outcome = ${outcome}, due_at = ${retryAt}, leased_until = null, spent = spent + 1, at = ${now}
    where ${isUnderWay(id)}`)
}

/** Returns the incidents that its reader has been notified of. */
async function acceptNotification(
  tx: InCell,
  notification: ClaimedNotification,
  outcome: NotificationOutcome,
  now: Date,
): Promise<number[]> {
  const { id, incident_id, merged } = notification
  const accepted = await tx.query(sql`
    update notifications as n
    set state = 'accepted', outcome = ${outcome}, leased_until = null, at = ${now}
    where ${isUnderWay(id)}
    returning n.id`)
  if (accepted.length === 0) return []
  await noteMethodWorks(tx, notification, now)
  const others = merged.flatMap((facts) => ('incident' in facts ? [facts.incident.id] : []))
  return [...new Set([...(incident_id === null ? [] : [incident_id]), ...others])]
}

/** A person whose method fails is notified by their other methods. */
async function notifyOwner(tx: InCell, notification: ClaimedNotification, now: Date): Promise<void> {
  const { user_id, method_id, label, kind } = notification
  const others = await tx.query<{ id: number }>(sql`
    select id from contact_methods where user_id = ${user_id} and id <> ${method_id} and state = 'verified' order by id`)
  const about = { run_id: null, incident_id: null, severity: null, user_id, due_at: now, held: false }
  const news = others.map(({ id }) => ({
    ...{ ...about, method_id: id },
    facts: { reason: 'method_broken' as const, label, kind },
    dedupe_key: `broken ${method_id}: ${id}: ${now.toISOString()}`,
  }))
  await queueNotifications(tx, news, now)
}
