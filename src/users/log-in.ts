import { recordChange } from '../audit-log/record-change.ts'
import { recordFailedLogin } from '../audit-log/record-failed-login.ts'
import type { Queryable } from '../platform/database.ts'
import { unauthorized } from '../platform/errors.ts'
import { checkLoginAllowed, forgetLoginFailures, recordLoginFailure } from './login-throttle.ts'
import { isPassword } from './passwords.ts'
import type { User } from './user.ts'
import { findCredentials, recordLogin } from './user-store.ts'

/**
 * Checks email and password. Throws 429 while throttled, and one and the same 401, after the same work, whether the
 * account is unknown, disabled, or the password wrong.
 */
export async function logIn(
  db: Queryable,
  credentials: { email: string; password: string },
  { address, via }: { address: string; via: 'session' | 'token' },
  now: Date,
): Promise<User> {
  const email = credentials.email.trim().toLowerCase()
  await checkLoginAllowed(db, email, address, now)
  const account = await findCredentials(db, email)
  const isRight = await isPassword(credentials.password, account?.password_hash ?? null)
  if (account === null || !isRight) {
    await recordLoginFailure(db, email, address, now)
    await recordFailedLogin(db, { email, userId: account?.id ?? null, address, via }, now)
    throw unauthorized('Invalid email or password')
  }
  await forgetLoginFailures(db, email, address)
  await recordLogin(db, account.id, now)
  const by = { actor: { id: account.id, email: account.email }, via, address }
  const subject = { type: 'user', id: account.id, name: account.email }
  await recordChange(db, by, { action: 'login.succeeded', subject, before: null, after: null }, now)
  return { id: account.id, email: account.email, role: account.role }
}
