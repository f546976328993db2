import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { endPendingLogins } from '../login/pending-logins.ts'
import type { User } from '../user.ts'
import { lockUser } from '../user-store.ts'
import type { Credential } from './caller.ts'

/**
 * Ends all credentials of a person. Nodes do not cache sessions or tokens, so it takes effect with the next request.
 */
export async function endCredentials(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from sessions where user_id = ${userId}`)
  await tx.query(sql`delete from access_tokens where user_id = ${userId}`)
  await tx.query(sql`delete from one_time_codes where user_id = ${userId}`)
  await endPendingLogins(tx, userId)
}

/** Ends the sessions and logins of a person; tokens that they made for programs stay. */
export async function endLogins(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from sessions where user_id = ${userId}`)
  await tx.query(sql`delete from access_tokens where user_id = ${userId} and kind = 'mobile'`)
  await endPendingLogins(tx, userId)
}

/** The same, as an action. Throws 404. */
export async function logOutEverywhere(db: Database, userId: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (user === null) throw notFound('User')
    await endLogins(tx, user.id)
    await recordChange(tx, by, { action: 'user.logged_out', subject: subjectOf(user), before: null, after: null }, now)
  })
}

/** Ends the session or token that the request came with. */
export async function logOut(
  db: Database,
  user: User,
  { kind, id }: Credential,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      kind === 'session' ? sql`delete from sessions where id = ${id}` : sql`delete from access_tokens where id = ${id}`,
    )
    await recordChange(tx, by, { action: 'logout', subject: subjectOf(user), before: null, after: null }, now)
  })
}

/** Ends one of the person's own sessions. Throws 404, also for sessions of others. */
export async function endSession(db: Database, user: User, id: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.query(sql`
      delete from sessions where id = ${id} and user_id = ${user.id} returning id`)
    if (rows.length === 0) throw notFound('Session')
    const subject = { type: 'session', id, name: user.email }
    await recordChange(tx, by, { action: 'session.ended', subject, before: null, after: null }, now)
  })
}

const subjectOf = ({ id, email }: User) => ({ type: 'user', id, name: email })
