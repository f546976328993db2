import sql from 'sql-template-tag'
import { BY_SYSTEM, recordChange } from '../audit-log/record-change.ts'
import type { Queryable } from '../platform/database.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Severity } from '../vocabulary/severities.ts'
import type { WebhookEvent } from './webhook-events.ts'

export interface WebhookRecord {
  id: number
  name: string
  url: string
  events: WebhookEvent[]
  min_severity: Severity
  modules: Module[]
  tags: string[]
  enabled: boolean
  state: 'active' | 'disabled'
  created_at: Date
}

export type NewWebhook = Pick<WebhookRecord, 'name' | 'url' | 'events' | 'min_severity' | 'modules' | 'tags'>

export async function insertWebhook(
  db: Queryable,
  webhook: NewWebhook,
  secretSealed: Buffer,
  now: Date,
): Promise<WebhookRecord> {
  const [row] = await db.query<WebhookRecord>(sql`
    insert into webhooks (name, url, events, min_severity, modules, tags, secret_sealed, created_at)
    values (
      ${webhook.name}, ${webhook.url}, ${webhook.events}, ${webhook.min_severity}, ${webhook.modules}, ${webhook.tags},
      ${secretSealed}, ${now}
    )
    returning id, name, url, events, min_severity, modules, tags, enabled, 'active' as state, created_at`)
  return row!
}

export function listWebhooks(db: Queryable, page: { afterId: number; limit: number }): Promise<WebhookRecord[]> {
  return db.query<WebhookRecord>(sql`
    select
      id, name, url, events, min_severity, modules, tags, enabled,
      case when enabled then 'active' else 'disabled' end as state, created_at
    from webhooks
    where id > ${page.afterId}
    order by id
    limit ${page.limit}`)
}

export async function hasWebhook(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.query(sql`select 1 from webhooks where id = ${id}::bigint`)
  return rows.length > 0
}

/** A receiver that answers 410 Gone has asked for this; what still waits for it is called off. */
export async function disableWebhook(tx: Queryable, id: number, reason: string, now: Date): Promise<void> {
  const [disabled] = await tx.query<{ name: string }>(sql`
    update webhooks
    set enabled = false, disabled_reason = ${reason}
    where id = ${id} and enabled
    returning name`)
  if (disabled === undefined) return
  const subject = { type: 'webhook', id, name: disabled.name }
  const change = { action: 'webhook.disabled', subject, before: { enabled: true }, after: { enabled: false, reason } }
  await recordChange(tx, BY_SYSTEM, change, now)
  await tx.query(sql`
    update deliveries
    set status = 'cancelled', next_attempt_at = null, leased_until = null
    where webhook_id = ${id} and status in ('pending', 'retrying', 'held')`)
}
