import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase } from '../../../platform/database/database.ts'

const KEPT_S = 90 * 86_400
const CODES_KEPT_S = 3_600
const AT_ONCE = 1_000

/** Deletes notifications older than 90 days; the timelines of their incidents stay. Returns whether there may be more. */
export async function dropOldNotifications(db: CellDatabase, now: Date): Promise<boolean> {
  await db.query(sql`delete from contact_codes_sent where at < ${secondsAfter(now, -CODES_KEPT_S)}`)
  const old = await db.query(sql`
    delete from notifications
    where id in (
      select id
      from notifications
      where created_at < ${secondsAfter(now, -KEPT_S)} and state not in ('queued', 'held', 'sending', 'retrying')
      order by created_at
      limit ${AT_ONCE}
    )
    returning 1`)
  return old.length === AT_ONCE
}
