import sql from 'sql-template-tag'
import { isHeld } from '../../core/contact-methods/outbox/cleared-since.ts'
import type { Queryable } from '../../platform/database/database.ts'

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
