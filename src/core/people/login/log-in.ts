import type { Database, Queryable } from '../../../platform/database/database.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError, unauthorized } from '../../../platform/errors.ts'
import { BY_SYSTEM, type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { NO_REACH } from '../../reach/reach.ts'
import type { Role } from '../../reach/role.ts'
import { changeRights } from '../change-user.ts'
import { findIdentity } from '../openid-connect/identity-store.ts'
import { linkIdentity } from '../openid-connect/link-identity.ts'
import type { ProviderLogin, SessionIdentity } from '../openid-connect/provider-login.ts'
import { checkQueueRoom, isPassword } from '../passwords/password-hashing.ts'
import { type FactorKind, findFactors, hasFactor } from '../second-factor/factors.ts'
import type { User } from '../user.ts'
import {
  type Credentials,
  findCredentials,
  isOnly,
  lockAdmins,
  lockUnchanged,
  lockUser,
  noteLogin,
} from '../user-store.ts'
import { rememberNetwork } from './known-networks.ts'
import { recordLoginFailure } from './login-failures.ts'
import { checkLoginAllowed, forgetLoginFailures } from './login-throttle.ts'
import { createPendingLogin, type LoginStep } from './pending-logins.ts'

/** Where a login comes from, and what it opens: a browser's session, or the token of a program. */
export interface LoginSource {
  address: string
  via: 'session' | 'token'
}

/** Creates the credential after a successful login: a token or a session id. */
export type Open = (tx: Queryable, user: User, identity?: SessionIdentity | null) => Promise<string>

export interface LoggedIn {
  user: User
  credential: string
}

/** A login that still needs something. It gives access to nothing. */
export interface PendingLogin {
  user: User
  step: LoginStep
  /** Value of the cookie to which it is bound. */
  pending: string
}

// A login has three steps: a person proves who they are, by a password or otherwise; `continueLogin` sees whether a second
// factor is needed; `finishLogin` opens the credential.

/**
 * Checks email and password. Throws 429 while throttled. Throws the same 401, after the same work, for an unknown
 * account, a disabled one and a wrong password.
 */
export async function provePassword(
  db: Database,
  credentials: { email: string; password: string },
  { address, via }: LoginSource,
  now: Date,
): Promise<Credentials> {
  checkQueueRoom()
  const email = emailKey(credentials.email)
  await checkLoginAllowed(db, email, address, now)
  const account = await findCredentials(db, email)
  const isRight = await isPassword(credentials.password, account?.password_hash ?? null)
  if (account === null || !isRight) {
    await recordLoginFailure(db, { email, userId: account?.id ?? null, address, via }, now)
    throw wrongPassword()
  }
  return account
}

/** Locks an account until the transaction ends. Throws 401 if it has changed since the password was compared. */
export async function lockProven(tx: Queryable, account: Credentials): Promise<User> {
  // The password was changed or the account disabled meanwhile: a new credential would outlive that.
  if (!(await lockUnchanged(tx, account))) throw wrongPassword()
  const { id, email, name, role } = account
  return { id, email, name, role }
}

/** Logs in whoever has proven to be this person, or lets the login wait for the second factor. The person is locked. */
export async function continueLogin(
  tx: Queryable,
  user: User,
  { source, provider = null }: { source: LoginSource; provider?: ProviderLogin | null },
  now: Date,
  open: Open,
): Promise<LoggedIn | PendingLogin> {
  // A link is agreed to with all that the account asks for.
  const isEnough = provider?.has_second_factor && !provider.links
  if (isEnough || !hasFactor(await findFactors(tx, user.id)))
    return finishLogin(tx, user, { source, factor: null, provider }, now, open)
  const step = 'second_factor'
  return { user, step, pending: await createPendingLogin(tx, { user, provider }, step, now) }
}

interface Proven {
  source: LoginSource
  factor: FactorKind | null
  provider?: ProviderLogin | null
}

/** The end of every login. Failures are forgotten only here: a known password must not reset the count of wrong codes. */
export async function finishLogin(
  tx: Queryable,
  user: User,
  { source: { address, via }, factor, provider = null }: Proven,
  now: Date,
  open: Open,
): Promise<LoggedIn> {
  const by: ChangeBy = { actor: { id: user.id, email: user.email }, via, reach: NO_REACH, address }
  if (provider?.links) await linkIdentity(tx, user, provider, by, now)
  if (provider?.role !== undefined) await takeRole(tx, user, provider.role, address, now)
  await noteLogin(tx, user.id, now)
  await forgetLoginFailures(tx, user.email, address)
  await rememberNetwork(tx, user.id, address, now)
  const subject = { type: 'user', id: user.id, name: user.email }
  const how = {
    ...(provider === null ? {} : { issuer: provider.issuer }),
    ...(factor === null ? {} : { second_factor: factor }),
  }
  const after = Object.keys(how).length === 0 ? null : how
  await recordChange(tx, by, { action: 'login.succeeded', subject, before: null, after }, now)
  const identity = provider && {
    id: (await findIdentity(tx, user.id))!.id,
    id_token: provider.id_token,
    proven_at: factor !== null ? now : provider.proven_at ? new Date(provider.proven_at) : null,
  }
  return { user, credential: await open(tx, user, identity) }
}

/** Gives the person the role that the provider says. The last administrator keeps theirs. */
async function takeRole(tx: Queryable, { id }: User, role: Role | null, address: string, now: Date): Promise<void> {
  const admins = await lockAdmins(tx)
  const user = (await lockUser(tx, id))!
  if (isOnly(admins, id)) return
  await changeRights(tx, user, { role }, { ...BY_SYSTEM, address }, now)
}

const wrongPassword = () => unauthorized('wrong_login')

/** The pending login is over: the person has to begin anew. */
export const loginOver = () => new RequestError(401, faultOf('pending_login_over'))
