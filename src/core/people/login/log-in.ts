import type { Database, Queryable } from '../../../platform/database/database.ts'
import { unauthorized } from '../../../platform/errors.ts'
import { recordChange } from '../../audit-log/record-change.ts'
import { checkPlaceInQueue, isPassword } from '../passwords/password-hashing.ts'
import type { User } from '../user.ts'
import { findCredentials, recordLogin } from '../user-store.ts'
import { rememberNetwork } from './known-networks.ts'
import { recordLoginFailure } from './login-failures.ts'
import { checkLoginAllowed, forgetLoginFailures } from './login-throttle.ts'

/** Creates the credential after a successful login: a token or a session id. */
export type Open = (tx: Queryable, user: User) => Promise<string>

export interface LoggedIn {
  user: User
  credential: string
}

/**
 * Checks email and password. Throws 429 while throttled. Throws the same 401, after the same work, for an unknown
 * account, a disabled one and a wrong password.
 */
export async function logIn(
  db: Database,
  credentials: { email: string; password: string },
  { address, via }: { address: string; via: 'session' | 'token' },
  now: Date,
  open: Open,
): Promise<LoggedIn> {
  checkPlaceInQueue()
  const email = credentials.email.trim().toLowerCase()
  await checkLoginAllowed(db, email, address, now)
  const account = await findCredentials(db, email)
  const isRight = await isPassword(credentials.password, account?.password_hash ?? null)
  if (account === null || !isRight) {
    await recordLoginFailure(db, { email, userId: account?.id ?? null, address, via }, now)
    throw wrongPassword()
  }
  return db.transaction(async (tx) => {
    // The password was changed or the account disabled since the comparison: a new credential would outlive that.
    if (!(await recordLogin(tx, account, now))) throw wrongPassword()
    await forgetLoginFailures(tx, email, address)
    await rememberNetwork(tx, account.id, address, now)
    const user: User = { id: account.id, email: account.email, name: account.name, role: account.role }
    const subject = { type: 'user', id: user.id, name: user.email }
    const change = { action: 'login.succeeded', subject, before: null, after: null }
    await recordChange(tx, { actor: { id: user.id, email: user.email }, via, address }, change, now)
    return { user, credential: await open(tx, user) }
  })
}

const wrongPassword = () => unauthorized('wrong_login')
