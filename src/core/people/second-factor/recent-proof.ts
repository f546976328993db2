import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { forbidden, invalidField } from '../../../platform/errors.ts'
import { changeBy, type ProvenBy } from '../../audit-log/record-change.ts'
import { type Credential, credentialOf } from '../credentials/caller.ts'
import type { LoginSource } from '../login/log-in.ts'
import { recordLoginFailure } from '../login/login-failures.ts'
import { checkLoginAllowed, forgetLoginFailures } from '../login/login-throttle.ts'
import { isPassword } from '../passwords/password-hashing.ts'
import type { User } from '../user.ts'
import { findCredentials } from '../user-store.ts'

/** For this long after a login, a password or a passkey, a person may change what outlives the login. */
export const PROOF_LIFETIME_S = 15 * 60

/**
 * Whether the person has proven lately, with this login, who they are. An app proves it by logging in anew; a program is
 * nobody who could.
 */
export async function isProven(db: Queryable, { kind, id }: Credential, now: Date): Promise<boolean> {
  const since = secondsAfter(now, -PROOF_LIFETIME_S)
  const proofs = {
    session: sql`select from sessions where id = ${id} and proven_at > ${since}`,
    mobile: sql`select from access_tokens where id = ${id} and kind = 'mobile' and created_at > ${since}`,
    api: null,
  }[kind]
  return proofs !== null && (await db.query(proofs)).length > 0
}

/** Throws 403 without a recent proof. */
async function requireProof(db: Queryable, credential: Credential, now: Date): Promise<void> {
  if (!(await isProven(db, credential, now))) throw forbidden('proof_needed')
}

/** The person behind a request, who has proven lately who they are. Throws 403. */
export async function provenBy(
  db: Queryable,
  request: FastifyRequest,
  now: Date,
): Promise<ProvenBy & ReturnType<typeof changeBy>> {
  await requireProof(db, credentialOf(request), now)
  return changeBy(request) as ProvenBy & ReturnType<typeof changeBy>
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
