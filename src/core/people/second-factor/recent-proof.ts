import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { forbidden, invalidField } from '../../../platform/errors.ts'
import type { LoginSource } from '../login/log-in.ts'
import { recordLoginFailure } from '../login/login-failures.ts'
import { checkLoginAllowed, forgetLoginFailures } from '../login/login-throttle.ts'
import { isPassword } from '../passwords/password-hashing.ts'
import type { User } from '../user.ts'
import { findCredentials } from '../user-store.ts'

/** A session may change second factors for this long after a login, a password or a passkey. */
export const PROOF_LIFETIME_S = 15 * 60

/** Whether the person has proven lately, in this session, who they are. */
export async function isProven(db: Queryable, sessionId: number, now: Date): Promise<boolean> {
  const [row] = await db.query<{ is_proven: boolean }>(sql`
    select coalesce(proven_at, created_at) > ${secondsAfter(now, -PROOF_LIFETIME_S)} as is_proven
    from sessions
    where id = ${sessionId}`)
  return row?.is_proven ?? false
}

/** Throws 403 without a recent proof. */
export async function requireProof(db: Queryable, sessionId: number, now: Date): Promise<void> {
  if (!(await isProven(db, sessionId, now))) throw forbidden('proof_needed')
}

/** Throws 400 for a wrong password, which counts as a failed login, and 429 while throttled. */
export async function proveByPassword(
  db: Database,
  { user, sessionId }: { user: User; sessionId: number },
  password: string,
  { address, via }: LoginSource,
  now: Date,
): Promise<void> {
  await checkLoginAllowed(db, user.email, address, now)
  const account = await findCredentials(db, user.email)
  if (account === null || !(await isPassword(password, account.password_hash))) {
    await recordLoginFailure(db, { email: user.email, userId: user.id, address, via }, now)
    throw invalidField('/password', 'password_wrong')
  }
  await db.transaction(async (tx) => {
    await forgetLoginFailures(tx, user.email, address)
    await noteProof(tx, sessionId, now)
  })
}

export async function noteProof(tx: Queryable, sessionId: number, now: Date): Promise<void> {
  await tx.query(sql`update sessions set proven_at = ${now} where id = ${sessionId}`)
}
