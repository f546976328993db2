import sql from 'sql-template-tag'
import { headText } from '../../core/audit-log/seal-chain.ts'
import { findHead } from '../../core/audit-log/seal-entries.ts'
import { isHeld } from '../../core/contact-methods/outbox/cleared-since.ts'
import type { Sender } from '../../core/webhooks/sending/send-webhook.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** Nodes share one heartbeat: a node sends it if none has for nearly a minute. */
const EVERY_S = 55

export const HEARTBEAT_OUTCOMES = ['accepted', 'failed', 'withheld'] as const
export type HeartbeatOutcome = (typeof HEARTBEAT_OUTCOMES)[number]

interface HeartbeatOptions {
  db: Database
  /** Null: nobody watches this service. */
  url: () => string | null
  /** For an address of the operator, or of an administrator. */
  sender: () => Sender
  /** Whether readings are stored as fast as they come. */
  isIngesting: () => boolean
  onFault: (what: string) => void
  count: (outcome: HeartbeatOutcome) => void
}

/**
 * The dead man's switch: a request a minute to a service elsewhere, which raises the alarm when none comes. It is sent only
 * while alerts can reach people: the database takes this write, readings are stored, and nothing that is due is late.
 */
export function heartbeat({ db, url: current, sender, isIngesting, onFault, count }: HeartbeatOptions) {
  return async (now: Date): Promise<boolean> => {
    const url = current()
    if (url === null || !(await takeTurn(db, now))) return false
    const fault = isIngesting() ? await findLateness(db, now) : 'readings'
    if (fault !== null) {
      count('withheld')
      onFault(`no heartbeat is sent: ${fault} wait for more than two minutes`)
      return false
    }
    const { outcome, detail } = await sender().send({
      url,
      headers: { 'content-type': 'text/plain', 'user-agent': 'Tocsin' },
      // Kept elsewhere, it shows later whether the log has been rewritten.
      body: `Alerts flow.\nAudit log ${headText(await findHead(db))}\n`,
    })
    count(outcome === 'delivered' ? 'accepted' : 'failed')
    if (outcome !== 'delivered') onFault(`the heartbeat was not accepted: ${detail}`)
    return false
  }
}

async function takeTurn(db: Database, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update service_presence
    set heartbeat_at = ${now}
    where heartbeat_at is null or heartbeat_at <= ${now}::timestamptz - make_interval(secs => ${EVERY_S})
      or heartbeat_at > ${now}
    returning id`)
  return rows.length > 0
}

/** Anything that is due waits for a few seconds at most; after this, what should do it does not run. */
const LATE_AFTER_S = 120

/** Finds the work that is overdue, such as 'notifications'; null if everything that is due has been done. */
export async function findLateness(db: Queryable, now: Date): Promise<string | null> {
  const late = sql`${now}::timestamptz - make_interval(secs => ${LATE_AFTER_S})`
  const [row] = await db.query<{ late: string | null }>(sql`
    select case
      when exists (
        select
        from notifications as n
        where state in ('queued', 'held', 'retrying', 'sending') and due_at <= ${late}
          and (leased_until is null or leased_until <= ${late})
          and not ${isHeld}
      ) then 'notifications'
      when exists (select from escalation_runs where next_at <= ${late}) then 'escalations'
      when exists (select from rule_states where due_at <= ${late}) then 'rules'
      when exists (
        select
        from device_states as s
        join devices as d on d.id = s.device_id
        where s.status = 'online' and s.offline_check_at <= ${late} and d.enabled and d.deleted_at is null
      ) then 'offline devices'
      when exists (
        select
        from webhooks as w
        join deliveries as d on d.webhook_id = w.id
        where w.enabled and w.breaker_opened_at is null and w.releasing_until is null and d.status in ('pending', 'retrying')
          and d.due_at <= ${late}
      ) then 'webhooks'
    end as late`)
  return row!.late
}
