import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { inEachCell } from '../cells/in-each-cell.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import { requireRole } from '../reach/require-role.ts'
import { siteNameSql } from '../reach/site-name.ts'
import type { SealedValues } from './sealed-values.ts'
import type { WebhookRecord, WebhookSettings } from './webhook.ts'

const columns = (now: Date) => sql`
  id, site_id, ${siteNameSql('webhooks.site_id')} as site, name, url, format, events, min_severity, modules, tags, header_names as headers, option_names as format_options,
  enabled, disabled_reason,
  case
    when not enabled then 'disabled'
    when breaker_opened_at is not null then 'held'
    when releasing_until > ${now} then 'recovering'
    else 'active'
  end as state,
  failing_since, case when enabled then probe_at end as next_probe_at,
  case when old_secret_until > ${now} then old_secret_until end as old_secret_until,
  version, created_at`

interface Sealed {
  values: SealedValues
  values_sealed: Buffer | null
}

export async function insertWebhook(
  tx: Queryable,
  webhook: WebhookSettings & Sealed & { secret_sealed: Buffer },
  now: Date,
): Promise<WebhookRecord> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into webhooks (
      site_id, name, url, format, events, min_severity, modules, tags, header_names, option_names, values_sealed, secret_sealed,
      created_at
    )
    values (
      ${webhook.site_id}, ${webhook.name}, ${webhook.url}, ${webhook.format}, ${webhook.events}, ${webhook.min_severity},
      ${webhook.modules}, ${webhook.tags}, ${Object.keys(webhook.values.headers)}, ${Object.keys(webhook.values.options)},
      ${webhook.values_sealed}, ${webhook.secret_sealed}, ${now}
    )
    returning id`)
  return (await findWebhook(tx, row!.id, now))!
}

/** Those of the whole installation are only for people with a role everywhere: they hear of all sites. */
export function listWebhooks(
  db: Queryable,
  reach: Reach,
  page: { afterId: number; limit: number },
  now: Date,
): Promise<WebhookRecord[]> {
  return db.query<WebhookRecord>(sql`
    select ${columns(now)}
    from webhooks
    where id > ${page.afterId} and deleted_at is null and ${inReach(reach, 'operator', sql`site_id`)}
    order by id
    limit ${page.limit}`)
}

/** Throws 403, 404. */
export async function getWebhook(db: Queryable, reach: Reach, id: number, now: Date): Promise<WebhookRecord> {
  return requireRole(reach, 'operator', 'Webhook', await findWebhook(db, id, now))
}

async function findWebhook(db: Queryable, id: number, now: Date): Promise<WebhookRecord | null> {
  const [row] = await db.query<WebhookRecord>(sql`
    select ${columns(now)} from webhooks where id = ${id}::bigint and deleted_at is null`)
  return row ?? null
}

export type LockedWebhook = WebhookRecord & { secret_sealed: Buffer; values_sealed: Buffer | null }

/** The same with encrypted values, locked until the transaction ends. Throws 403, 404. */
export async function lockWebhook(tx: Queryable, reach: Reach, id: number, now: Date): Promise<LockedWebhook> {
  const [row] = await tx.query<LockedWebhook>(sql`
    select ${columns(now)}, secret_sealed, values_sealed
    from webhooks
    where id = ${id}::bigint and deleted_at is null
    for no key update`)
  return requireRole(reach, 'admin', 'Webhook', row)
}

export async function updateSettings(tx: Queryable, id: number, webhook: WebhookSettings & Sealed): Promise<void> {
  await tx.query(sql`
    update webhooks
    set
      name = ${webhook.name}, url = ${webhook.url}, format = ${webhook.format}, events = ${webhook.events},
      min_severity = ${webhook.min_severity}, modules = ${webhook.modules}, tags = ${webhook.tags},
      header_names = ${Object.keys(webhook.values.headers)}, option_names = ${Object.keys(webhook.values.options)},
      values_sealed = ${webhook.values_sealed}, version = version + 1
    where id = ${id}`)
}

/** The old secret also signs until this time. */
export async function updateSecret(
  tx: Queryable,
  id: number,
  secrets: { secret_sealed: Buffer; old_secret_sealed: Buffer; old_secret_until: Date },
): Promise<void> {
  await tx.query(sql`
    update webhooks
    set
      secret_sealed = ${secrets.secret_sealed}, old_secret_sealed = ${secrets.old_secret_sealed},
      old_secret_until = ${secrets.old_secret_until}, version = version + 1
    where id = ${id}`)
}

const CLOSED_BREAKER = raw(
  'failures = 0, failing_since = null, breaker_opened_at = null, probe_at = null, probes = 0, releasing_until = null',
)

/** Enables a webhook and resets the breaker of its receiver. */
export async function enableWebhook(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`
    update webhooks
    set enabled = true, disabled_reason = null, version = version + 1, ${CLOSED_BREAKER}
    where id = ${id} and not enabled`)
}

/** Cancels its waiting deliveries; they can be redelivered later. */
export async function disableWebhook(tx: Queryable, id: number, reason: string | null, now: Date): Promise<void> {
  await tx.query(sql`
    update webhooks
    set enabled = false, disabled_reason = ${reason}, version = version + 1, ${CLOSED_BREAKER}
    where id = ${id} and enabled`)
  await inEachCell(tx, (cell) =>
    cell.query(sql`
      update deliveries
      set status = 'cancelled', next_attempt_at = null, leased_until = null, finished_at = ${now}
      where webhook_id = ${id} and status in ('pending', 'retrying')`),
  )
}

export async function markDeleted(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query(sql`update webhooks set deleted_at = ${now} where id = ${id}`)
}
