import sql from 'sql-template-tag'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { Database, Queryable } from '../platform/database.ts'
import { conflict, invalidField } from '../platform/errors.ts'
import { isUniqueViolation } from '../platform/sql-errors.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import type { Role, User } from './user.ts'

export interface UserRecord extends User {
  enabled: boolean
  created_at: Date
  last_login_at: Date | null
}

export interface NewUser {
  email: string
  password: string
  role: Role
}

const EMAIL = /^[^@\s\0]+@[^@\s\0]+$/
const EMAIL_LIMIT = 254

/** Throws 400 for what is no address or a password nobody should use, 409 when the address is taken. */
export async function createUser(db: Database, user: NewUser, by: ChangeBy, now: Date): Promise<UserRecord> {
  const email = user.email.trim().toLowerCase()
  if (!EMAIL.test(email) || email.length > EMAIL_LIMIT) throw invalidField('/email', 'is not an email address')
  checkNewPassword(user.password, email)
  const password_hash = await hashPassword(user.password)
  try {
    return await db.transaction(async (tx) => {
      const [row] = await tx.query<UserRecord>(sql`
        insert into users (email, password_hash, role, created_at)
        values (${email}, ${password_hash}, ${user.role}, ${now})
        returning id, email, role, enabled, created_at, last_login_at`)
      const subject = { type: 'user', id: row!.id, name: email }
      const after = { email, role: user.role }
      await recordChange(tx, by, { action: 'user.created', subject, before: null, after }, now)
      return row!
    })
  } catch (error) {
    throw isUniqueViolation(error) ? conflict('There is already a user with this email') : error
  }
}

export function listUsers(db: Queryable, page: { afterId: number; limit: number }): Promise<UserRecord[]> {
  return db.query<UserRecord>(sql`
    select id, email, role, enabled, created_at, last_login_at
    from users
    where id > ${page.afterId}
    order by id
    limit ${page.limit}`)
}

export async function hasAnyAdmin(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select 1 from users where role = 'admin' and enabled limit 1`)
  return rows.length > 0
}

export async function findCredentials(
  db: Queryable,
  email: string,
): Promise<(User & { password_hash: string }) | null> {
  const [user] = await db.query<User & { password_hash: string }>(sql`
    select id, email, role, password_hash
    from users
    where email = ${email} and enabled`)
  return user ?? null
}

export async function recordLogin(db: Queryable, userId: number, now: Date): Promise<void> {
  await db.query(sql`update users set last_login_at = ${now} where id = ${userId}`)
}
