import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase, Queryable } from '../../../platform/database/database.ts'

const KEPT_S = 30 * 86_400
const AT_ONCE = 1_000

/**
 * Deletes deliveries that ended more than 30 days ago, and everything of deleted webhooks, in parts. Returns whether
 * there may be more.
 */
export async function dropOldDeliveries(db: CellDatabase, now: Date): Promise<boolean> {
  // The oldest have the lowest ids, so they are found at the beginning, without an index of their own.
  const old = await db.query(sql`
    delete from deliveries
    where id in (
      select id
      from (select id, created_at, status from deliveries order by id limit ${AT_ONCE}) as oldest
      where created_at < ${secondsAfter(now, -KEPT_S)} and status not in ('pending', 'retrying')
    )
    returning 1`)
  const orphaned = await db.query(sql`
    delete from deliveries
    where id in (
      select d.id
      from webhooks as w
      join deliveries as d on d.webhook_id = w.id
      where w.deleted_at is not null
      limit ${AT_ONCE}
    )
    returning 1`)
  return old.length === AT_ONCE || orphaned.length === AT_ONCE
}

/** Deletes deleted webhooks without deliveries, a minute later: no transaction is left that still saw them as enabled. */
export async function dropDeletedWebhooks(db: Queryable, now: Date): Promise<boolean> {
  await db.query(sql`
    delete from webhooks as w
    where w.deleted_at < ${secondsAfter(now, -60)}
      and not exists (select from deliveries as d where d.webhook_id = w.id)`)
  return false
}
