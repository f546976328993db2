import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { MOBILE_IDLE_S } from './credentials/access-tokens.ts'
import { SESSION_ABSOLUTE_S, SESSION_IDLE_S } from './credentials/sessions.ts'

/** Number of credentials of a person, and when they were last used. */
export interface UserActivity {
  user_id: number
  sessions: number
  tokens: number
  last_seen_at: Date | null
}

export async function readActivity(
  db: Queryable,
  userIds: readonly number[],
  now: Date,
): Promise<Map<number, UserActivity>> {
  const rows = await db.query<UserActivity>(sql`
    select u.id as user_id, s.count as sessions, t.count as tokens,
      greatest(s.last_used_at, t.last_used_at, u.last_login_at) as last_seen_at
    from users as u
    cross join lateral (
      select count(*)::integer as count, max(last_used_at) as last_used_at
      from sessions
      where user_id = u.id and last_used_at > ${secondsAfter(now, -SESSION_IDLE_S)}
        and created_at > ${secondsAfter(now, -SESSION_ABSOLUTE_S)}
    ) as s
    cross join lateral (
      select count(*)::integer as count, max(last_used_at) as last_used_at
      from access_tokens
      where user_id = u.id and (expires_at is null or expires_at > ${now})
        and (kind = 'api' or last_used_at > ${secondsAfter(now, -MOBILE_IDLE_S)})
    ) as t
    where u.id = any (${userIds}::integer[])`)
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Whether no other administrator would be left. */
export async function isLastAdmin(db: Queryable, id: number): Promise<boolean> {
  const [row] = await db.query<{ is_last: boolean }>(sql`
    select coalesce(array_agg(id) = array[${id}::integer], false) as is_last
    from users
    where role = 'admin' and enabled and password_hash is not null`)
  return row!.is_last
}
