import sql from 'sql-template-tag'
import { secondsAfter } from '../platform/clock.ts'
import type { Queryable } from '../platform/database.ts'
import { hashToken, isTokenShaped, newToken } from '../platform/secrets.ts'
import type { User } from './user.ts'

const IDLE_S = 30 * 86_400
const ABSOLUTE_S = 365 * 86_400
/** "Last used" is kept to the minute, so that reading does not mean writing. */
const TOUCH_EVERY_S = 60

/** Returns the plaintext, which is stored nowhere. */
export async function createMobileToken(db: Queryable, userId: number, now: Date): Promise<string> {
  const token = newToken()
  await db.query(sql`
    insert into mobile_tokens (token_hash, user_id, created_at, last_used_at)
    values (${hashToken(token)}, ${userId}, ${now}, ${now})`)
  return token
}

/** The user of a live token; null when it is unknown, expired, or its user disabled. */
export async function findUserByToken(db: Queryable, token: string, now: Date): Promise<User | null> {
  if (!isTokenShaped(token)) return null
  const token_hash = hashToken(token)
  const [row] = await db.query<User & { last_used_at: Date }>(sql`
    select u.id, u.email, u.role, t.last_used_at
    from mobile_tokens as t
    join users as u on u.id = t.user_id
    where t.token_hash = ${token_hash}
      and u.enabled
      and t.last_used_at > ${secondsAfter(now, -IDLE_S)}
      and t.created_at > ${secondsAfter(now, -ABSOLUTE_S)}`)
  if (row === undefined) return null
  const { last_used_at, ...user } = row
  if (last_used_at < secondsAfter(now, -TOUCH_EVERY_S)) {
    await db.query(sql`update mobile_tokens set last_used_at = ${now} where token_hash = ${token_hash}`)
  }
  return user
}

export async function revokeMobileToken(db: Queryable, token: string): Promise<void> {
  await db.query(sql`delete from mobile_tokens where token_hash = ${hashToken(token)}`)
}
