import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashToken, newToken } from '../../../platform/secrets.ts'
import type { User } from '../user.ts'

export const PENDING_LIFETIME_S = 10 * 60

/** Returns the value of the browser's cookie, which is not stored. */
export async function createPendingLogin(tx: Queryable, userId: number, now: Date): Promise<string> {
  const cookie = newToken()
  await tx.query(sql`
    insert into pending_logins (cookie_hash, user_id, expires_at)
    values (${hashToken(cookie)}, ${userId}, ${secondsAfter(now, PENDING_LIFETIME_S)})`)
  return cookie
}

/** Who is logging in; null if the login is over, or the person disabled. */
export async function findPendingUser(db: Queryable, cookie: string, now: Date): Promise<User | null> {
  const [user] = await db.query<User>(sql`
    select u.id, u.email, u.name, u.role
    from pending_logins as p
    join users as u on u.id = p.user_id
    where p.cookie_hash = ${hashToken(cookie)} and p.expires_at > ${now} and u.enabled`)
  return user ?? null
}

/** The same, locked as `lockUser` does. Whoever ends the credentials of a person locks the person first. */
export async function lockPendingUser(tx: Queryable, cookie: string, now: Date): Promise<User | null> {
  const user = await findPendingUser(tx, cookie, now)
  if (user === null) return null
  await tx.query(sql`select from users where id = ${user.id} for no key update`)
  return findPendingUser(tx, cookie, now)
}

export async function endPendingLogin(tx: Queryable, cookie: string): Promise<void> {
  await tx.query(sql`delete from pending_logins where cookie_hash = ${hashToken(cookie)}`)
}

export async function endPendingLogins(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from pending_logins where user_id = ${userId}`)
}
