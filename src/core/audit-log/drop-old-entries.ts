import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'

const AT_ONCE = 5_000
/** The table itself refuses to delete younger entries. */
export const DELETED_AFTER_DAYS = 365
export const SHORTEST_RETENTION_DAYS = DELETED_AFTER_DAYS + 1

/** Deletes sealed entries older than the retention, if one is set. Returns whether there may be more. */
export async function dropOldEntries(db: Queryable, retentionDays: number | null, now: Date): Promise<boolean> {
  if (retentionDays === null) return false
  const dropped = await db.query(sql`
    delete from audit_entries
    where id in (
      select id
      from audit_entries
      where at < ${secondsAfter(now, -retentionDays * 86_400)} and at < now() - interval '365 days'
        and exists (select from audit_seals as s where s.entry_id = audit_entries.id and s.number is not null)
      order by at, id
      limit ${AT_ONCE}
    )
    returning id`)
  return dropped.length === AT_ONCE
}
