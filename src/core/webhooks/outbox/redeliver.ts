import sql from 'sql-template-tag'
import type { Database, InCell, Queryable } from '../../../platform/database/database.ts'
import { secondsLater } from '../../../platform/database/sql-times.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { inCellOfDelivery } from '../../cells/find-cell.ts'
import { inEachCell } from '../../cells/in-each-cell.ts'
import type { WebhookRecord } from '../webhook.ts'
import { lockWebhook } from '../webhook-store.ts'
import { findDelivery, type WholeDelivery } from './delivery-log.ts'
import { DELIVERIES_QUEUED } from './queue-deliveries.ts'
import { RELEASE_PER_S } from './record-attempts.ts'

/** Limit per request and cell; a further request continues after these. */
const MOST_AT_ONCE = 10_000

/** Sends a delivery that has ended once more, with the same body and id. Throws 404, and 409 while it waits. */
export async function redeliver(
  db: Database,
  webhookId: number,
  id: number,
  by: ChangeBy,
  now: Date,
): Promise<WholeDelivery> {
  const cell = await inCellOfDelivery(db, id)
  return cell.transaction(async (tx) => {
    const webhook = await lockEnabled(tx, by, webhookId, now)
    if ((await findDelivery(tx, webhook.id, id)) === null) throw notFound('Delivery')
    const [again] = await tx.query(sql`
      update deliveries
      set status = 'pending', failed_attempts = 0, next_attempt_at = ${now}, leased_until = null, finished_at = null
      where id = ${id}::bigint and status in ('delivered', 'dead', 'cancelled')
      returning id`)
    if (again === undefined) throw conflict('delivery_waits')
    await noteRedelivery(tx, webhook, { delivery_id: id }, by, now)
    return (await findDelivery(tx, webhook.id, id))!
  })
}

/**
 * Redelivers everything that was queued in this range and not delivered, oldest first and slowly. Returns the number,
 * and whether there is more than one request takes. Throws 404 and 409.
 */
export async function recoverFailed(
  db: Database,
  webhookId: number,
  range: { since: Date; until: Date | null },
  by: ChangeBy,
  now: Date,
): Promise<{ requeued: number; more: boolean }> {
  return db.transaction(async (tx) => {
    const webhook = await lockEnabled(tx, by, webhookId, now)
    const counts = await inEachCell(tx, (cell) => requeue(cell, webhookId, range, now))
    const requeued = counts.reduce((total, count) => total + count, 0)
    if (requeued > 0) {
      await releaseSlowly(tx, webhookId, requeued, now)
      await noteRedelivery(tx, webhook, { since: range.since, until: range.until, deliveries: requeued }, by, now)
    }
    return { requeued, more: counts.includes(MOST_AT_ONCE) }
  })
}

/** Returns their number in this cell. */
async function requeue(
  tx: InCell,
  webhookId: number,
  range: { since: Date; until: Date | null },
  now: Date,
): Promise<number> {
  const again = await tx.query(sql`
    update deliveries
    set status = 'pending', failed_attempts = 0, next_attempt_at = least(created_at, ${now}), leased_until = null, finished_at = null
    where id in (
      select id
      from deliveries
      where webhook_id = ${webhookId}::bigint and status in ('dead', 'cancelled') and event <> 'webhook.test'
        and finished_at >= ${range.since} and created_at >= ${range.since}
        and (${range.until}::timestamptz is null or created_at < ${range.until})
      order by id
      limit ${MOST_AT_ONCE}
    )
    returning 1`)
  return again.length
}

/** Deliveries that are queued again at once are sent at this pace. */
async function releaseSlowly(tx: Queryable, webhookId: number, deliveries: number, now: Date): Promise<void> {
  const seconds = deliveries / RELEASE_PER_S
  await tx.query(sql`
    update webhooks
    set releasing_until = ${secondsLater(sql`greatest(releasing_until, ${now}::timestamptz)`, sql`${seconds}::float8`)}
    where id = ${webhookId}::bigint`)
}

async function lockEnabled(tx: Queryable, { reach }: ChangeBy, id: number, now: Date): Promise<WebhookRecord> {
  const webhook = await lockWebhook(tx, reach, id, now)
  if (!webhook.enabled) throw conflict('webhook_disabled')
  return webhook
}

async function noteRedelivery(tx: Queryable, { id, name }: WebhookRecord, what: object, by: ChangeBy, now: Date) {
  const subject = { type: 'webhook', id, name }
  await recordChange(tx, by, { action: 'webhook.redelivered', subject, before: null, after: what }, now)
  await tx.notify(DELIVERIES_QUEUED, '')
}
