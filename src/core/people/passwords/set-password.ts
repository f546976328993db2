import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { conflict, invalidField, RequestError } from '../../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { NO_REACH } from '../../reach/reach.ts'
import { endCredentials } from '../credentials/end-credentials.ts'
import { findLinkUser, type Link, takeLink } from '../credentials/one-time-codes.ts'
import { continueLogin, type LoggedIn, type Open, type PendingLogin } from '../login/log-in.ts'
import { type FailedLogin, recordLoginFailure } from '../login/login-failures.ts'
import { checkLoginAllowed, forgetLoginFailures } from '../login/login-throttle.ts'
import type { User } from '../user.ts'
import { findCredentials, replacePassword, type UserRecord } from '../user-store.ts'
import { hashPassword, isPassword } from './password-hashing.ts'
import { checkNewPassword } from './password-rules.ts'

/**
 * Changes one's own password. Ends all sessions and tokens of the person and opens a new one. Throws 400 if the current
 * password is wrong, which counts as a failed login, or if the new one is weak; 429 while throttled.
 */
export async function changePassword(
  db: Database,
  user: User,
  passwords: { current_password: string; password: string },
  by: ChangeBy & Pick<FailedLogin, 'address' | 'via'>,
  now: Date,
  open: Open,
): Promise<LoggedIn> {
  await checkLoginAllowed(db, user.email, by.address, now)
  const account = await findCredentials(db, user.email)
  if (account === null || !(await isPassword(passwords.current_password, account.password_hash))) {
    await recordLoginFailure(db, { email: user.email, userId: user.id, address: by.address, via: by.via }, now)
    throw invalidField('/current_password', 'password_wrong')
  }
  checkNewPassword(passwords.password, user.email)
  if (passwords.password === passwords.current_password) throw invalidField('/password', 'password_same')
  const password_hash = await hashPassword(passwords.password)
  return db.transaction(async (tx) => {
    if (!(await replacePassword(tx, user.id, { password_hash, was: account.password_hash }))) {
      throw conflict('password_changed')
    }
    await forgetLoginFailures(tx, user.email, by.address)
    await endAll(tx, account, { by, action: 'user.password_changed' }, now)
    return { user: account, credential: await open(tx, account) }
  })
}

/**
 * Sets a password with a link and logs the person in, or lets the login wait for their second factor. Throws 400, and
 * 404 for a link that was used up.
 */
export async function choosePassword(
  db: Database,
  link: Pick<Link, 'code' | 'purpose'>,
  password: string,
  address: string,
  now: Date,
  open: Open,
): Promise<LoggedIn | PendingLogin> {
  const user = await findLinkUser(db, link, now)
  if (user === null) throw noLink()
  checkNewPassword(password, user.email)
  const password_hash = await hashPassword(password)
  const by: ChangeBy = { actor: { id: user.id, email: user.email }, via: 'session', reach: NO_REACH, address }
  return db.transaction(async (tx) => {
    if (!(await takeLink(tx, link, now))) throw noLink()
    if (!(await replacePassword(tx, user.id, { password_hash }))) throw noLink()
    await endAll(tx, user, { by, action: 'user.password_chosen' }, now)
    return continueLogin(tx, user, { source: { address, via: 'session' } }, now, open)
  })
}

export const noLink = () => new RequestError(404, faultOf('dead_link'))

/**
 * Sets a person's password from outside, as the command line does. Throws 400, 404, and 409 if the person is disabled.
 */
export async function resetPassword(
  db: Database,
  user: UserRecord,
  password: string,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  checkNewPassword(password, user.email)
  const password_hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    if (!(await replacePassword(tx, user.id, { password_hash }))) throw conflict('user_disabled')
    await endAll(tx, user, { by, action: 'user.password_reset' }, now)
  })
}

async function endAll(
  tx: Queryable,
  user: User,
  { by, action }: { by: ChangeBy; action: string },
  now: Date,
): Promise<void> {
  await endCredentials(tx, user.id, now)
  // A calendar is read with a secret, as by a program.
  await tx.query(sql`delete from calendar_feeds where user_id = ${user.id}`)
  const subject = { type: 'user', id: user.id, name: user.email }
  await recordChange(tx, by, { action, subject, before: null, after: null }, now)
}
