import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { mustExist, notFound } from '../../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { endPendingLogins } from '../login/pending-logins.ts'
import type { User } from '../user.ts'
import { lockUser } from '../user-store.ts'
import type { Credential } from './caller.ts'

// docs/security.md has the table of what ends when.

/**
 * Ends all credentials of a person. Nodes do not cache sessions or tokens, so it takes effect with the next request.
 */
export async function endCredentials(tx: Queryable, userId: number, now: Date): Promise<void> {
  await endLogins(tx, userId, now)
  await tx.query(sql`delete from access_tokens where user_id = ${userId}`)
  await tx.query(sql`delete from one_time_codes where user_id = ${userId}`)
}

/**
 * Ends the sessions and logins of a person, and what acts for them in notifications that were sent before; tokens that
 * they made for programs stay.
 */
export async function endLogins(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query(sql`delete from sessions where user_id = ${userId}`)
  await tx.query(sql`delete from access_tokens where user_id = ${userId} and kind = 'mobile'`)
  await tx.query(sql`update users set logins_ended_at = ${now} where id = ${userId}`)
  await endPendingLogins(tx, userId)
}

/** The same, and with it links for a new password, as an action. Throws 404. */
export async function logOutEverywhere(db: Database, userId: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const user = mustExist('User', await lockUser(tx, userId))
    await endLogins(tx, user.id, now)
    await tx.query(sql`delete from one_time_codes where user_id = ${user.id} and purpose = 'password_reset'`)
    await recordChange(tx, by, { action: 'user.logged_out', subject: subjectOf(user), before: null, after: null }, now)
  })
}

/** A session that a login with a provider had opened. */
export interface ProviderSession {
  issuer: string
  id_token_sealed: Buffer | null
}

/**
 * Ends the session or token that the request came with. Returns what is needed to end the login with the provider too;
 * null for a login without one.
 */
export async function logOut(
  db: Database,
  user: User,
  { kind, id }: Credential,
  by: ChangeBy,
  now: Date,
): Promise<ProviderSession | null> {
  return db.transaction(async (tx) => {
    const ended =
      kind === 'session'
        ? sql`
            delete from sessions as s
            where s.id = ${id}
            returning (select i.issuer from identities as i where i.id = s.identity_id) as issuer, s.id_token_sealed`
        : sql`delete from access_tokens where id = ${id} returning null as issuer`
    const [session] = await tx.query<ProviderSession | { issuer: null }>(ended)
    await recordChange(tx, by, { action: 'logout', subject: subjectOf(user), before: null, after: null }, now)
    return session === undefined || session.issuer === null ? null : session
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
