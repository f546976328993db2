import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashToken, newToken } from '../../../platform/secrets.ts'
import type { ProviderLogin } from '../openid-connect/provider-login.ts'
import type { User } from '../user.ts'
import { lockAdmins } from '../user-store.ts'

export const PENDING_LIFETIME_S = 10 * 60

/** The next step of a login: a second factor, or that the person of an account agrees to a link by logging in to it. */
export type LoginStep = 'second_factor' | 'link'

/** A login that is under way. */
interface FoundLogin {
  user: User
  /** Null if it began with a password or a link. */
  provider: ProviderLogin | null
}

/** Returns the value of the browser's cookie, which is not stored. */
export async function createPendingLogin(
  tx: Queryable,
  { user, provider }: FoundLogin,
  step: LoginStep,
  now: Date,
): Promise<string> {
  const cookie = newToken()
  await tx.query(sql`
    insert into pending_logins (cookie_hash, user_id, expires_at, step, provider)
    values (
      ${hashToken(cookie)}, ${user.id}, ${secondsAfter(now, PENDING_LIFETIME_S)}, ${step},
      ${provider && JSON.stringify(provider)}::jsonb
    )`)
  return cookie
}

/** The login of this cookie; null if it is over, waits for something else, or its person is disabled. */
export async function findPendingLogin(
  db: Queryable,
  cookie: string,
  step: LoginStep,
  now: Date,
): Promise<FoundLogin | null> {
  const [row] = await db.query<User & { provider: ProviderLogin | null }>(sql`
    select u.id, u.email, u.name, u.role, p.provider
    from pending_logins as p
    join users as u on u.id = p.user_id
    where p.cookie_hash = ${hashToken(cookie)} and p.step = ${step} and p.expires_at > ${now} and u.enabled`)
  if (row === undefined) return null
  const { provider, ...user } = row
  return { user, provider }
}

/** The same, locked as `lockUser` does. Whoever ends the credentials of a person locks the person first. */
export async function lockPendingLogin(
  tx: Queryable,
  cookie: string,
  step: LoginStep,
  now: Date,
): Promise<FoundLogin | null> {
  const found = await findPendingLogin(tx, cookie, step, now)
  if (found === null) return null
  // A role that the provider gives may change with the login, and who changes roles locks the administrators first.
  if (found.provider?.role !== undefined) await lockAdmins(tx)
  await tx.query(sql`select from users where id = ${found.user.id} for no key update`)
  return findPendingLogin(tx, cookie, step, now)
}

export async function endPendingLogin(tx: Queryable, cookie: string): Promise<void> {
  await tx.query(sql`delete from pending_logins where cookie_hash = ${hashToken(cookie)}`)
}

export async function endPendingLogins(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from pending_logins where user_id = ${userId}`)
}
