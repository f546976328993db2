import { secondsAfter } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { type Fault, faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError } from '../../../platform/errors.ts'
import { encryptSecret } from '../../../platform/secrets.ts'
import { BY_SYSTEM, type ChangeBy, recordChange } from '../../audit-log/record-change.ts'
import { NO_REACH } from '../../reach/reach.ts'
import { addressOf, addUser } from '../create-user.ts'
import {
  continueLogin,
  type LoggedIn,
  type LoginSource,
  lockProven,
  loginOver,
  type Open,
  type PendingLogin,
  provePassword,
} from '../login/log-in.ts'
import { createPendingLogin, endPendingLogin, findPendingLogin, lockPendingLogin } from '../login/pending-logins.ts'
import { takeChallenge } from '../second-factor/passkey-challenge.ts'
import { PROOF_LIFETIME_S } from '../second-factor/recent-proof.ts'
import type { User } from '../user.ts'
import { findLogins, hasOwnLogin, lockAdmins, lockUser, lockUserByEmail, type UserRecord } from '../user-store.ts'
import {
  authenticatedAt,
  hasSecondFactor,
  looksLikeAnother,
  nameInClaims,
  roleInClaim,
  verifiedEmail,
} from './claims.ts'
import type { Identified, IdentityProvider, ProviderSettings } from './identity-provider.ts'
import { findIdentity, findIdentityOwner } from './identity-store.ts'
import type { LoginRequest } from './login-request.ts'
import type { ProviderLogin } from './provider-login.ts'

interface ProviderSetup {
  provider: IdentityProvider
  encryptionKey: Buffer
}

/** A login that ends here, and whose account it would have opened. */
interface Refused {
  refused: Fault
  user: User | null
}

/**
 * Ends a login with the provider: logs the person in, adds somebody new if the settings say so, or lets the login wait
 * for a second factor or for the proof that the account here belongs to the same person. Throws 401 and 403 with the
 * reason, 503 if the provider cannot be reached.
 */
export async function logInWithProvider(
  db: Database,
  { provider, encryptionKey }: ProviderSetup,
  { request, response }: { request: LoginRequest | null; response: URLSearchParams },
  source: LoginSource,
  now: Date,
  open: Open,
): Promise<LoggedIn | PendingLogin> {
  // Bound to this browser, and accepted once, on whatever node.
  if (request === null || response.get('state') !== request.state) throw requestOver()
  if (!(await takeChallenge(db, request.state, request.expires_at))) throw requestOver()
  if (response.has('error')) throw new RequestError(401, faultOf('oidc_declined', provider.host))
  const identified = await provider.identify(response, request, now)
  const login = loginOf(identified, provider.settings, encryptionKey, now)
  // The browser may have asked for less than we did.
  if (request.asksAgain && !isRecent(login.proven_at, now))
    throw new RequestError(401, faultOf('oidc_not_again', provider.host))
  const step = await db.transaction(async (tx) => {
    // Changes of roles lock the administrators first.
    if (login.role !== undefined) await lockAdmins(tx)
    const found = await findAccount(tx, login, identified, provider, source, now)
    if ('refused' in found) return found
    const { user, links, isTheirs } = found
    if (!user.enabled) return { refused: faultOf('user_disabled'), user }
    const own = { ...login, links }
    if (isTheirs) return continueLogin(tx, user, { source, provider: own }, now, open)
    return { user, step: 'link', pending: await createPendingLogin(tx, { user, provider: own }, 'link', now) } as const
  })
  if (!('refused' in step)) return step
  await recordRefusal(db, step, identified, source, now)
  throw new RequestError(403, step.refused)
}

/** The person of a login that waits for the link agrees to it with the password. Throws what `provePassword` throws. */
export async function linkWithPassword(
  db: Database,
  { pending, password }: { pending: string; password: string },
  source: LoginSource,
  now: Date,
  open: Open,
): Promise<LoggedIn | PendingLogin> {
  const waiting = await findPendingLogin(db, pending, 'link', now)
  if (waiting === null) throw loginOver()
  const account = await provePassword(db, { email: waiting.user.email, password }, source, now)
  return db.transaction(async (tx) => {
    const login = await lockPendingLogin(tx, pending, 'link', now)
    if (login === null) throw loginOver()
    const user = await lockProven(tx, account)
    await endPendingLogin(tx, pending)
    // The password is a proof, too.
    const provider = login.provider && { ...login.provider, proven_at: now.toISOString() }
    return continueLogin(tx, user, { source, provider }, now, open)
  })
}

function loginOf(
  { issuer, subject, claims, idToken }: Identified,
  settings: ProviderSettings,
  encryptionKey: Buffer,
  now: Date,
) {
  const { roleClaim, defaultRole = null } = settings
  const at = authenticatedAt(claims)
  return {
    issuer,
    subject,
    ...(roleClaim === null ? {} : { role: roleInClaim(claims, roleClaim) ?? defaultRole }),
    has_second_factor: hasSecondFactor(claims),
    // The clock of the provider may be ahead.
    proven_at: at && (at > now ? now : at).toISOString(),
    id_token: encryptSecret(encryptionKey, idToken).toString('base64'),
  } satisfies Omit<ProviderLogin, 'links'>
}

const isRecent = (provenAt: string | null, now: Date): boolean =>
  provenAt !== null && new Date(provenAt) > secondsAfter(now, -PROOF_LIFETIME_S)

interface FoundAccount {
  user: UserRecord
  /** Whether the end of the login links it. */
  links: boolean
  /** Whether it is clear that it belongs to the person whom the provider has logged in. */
  isTheirs: boolean
}

/** The account that is linked; else the one with the verified email; else a new one. */
async function findAccount(
  tx: Queryable,
  login: Omit<ProviderLogin, 'links'>,
  { claims }: Identified,
  { host, settings }: IdentityProvider,
  { address }: LoginSource,
  now: Date,
): Promise<FoundAccount | Refused> {
  const owner = await findIdentityOwner(tx, login)
  if (owner !== null) return { user: (await lockUser(tx, owner))!, links: false, isTheirs: true }
  const email = verifiedEmail(claims)
  if (email === null) return { refused: faultOf('oidc_unverified', host), user: null }
  const user = await lockUserByEmail(tx, email)
  if (user !== null) {
    if ((await findIdentity(tx, user.id)) !== null) return { refused: faultOf('oidc_linked_otherwise', email), user }
    // Somebody who was invited has nothing here to prove it with, and the invitation was for this email.
    return { user, links: true, isTheirs: !hasOwnLogin(await findLogins(tx, user.id)) }
  }
  if (settings.defaultRole === undefined) return { refused: faultOf('oidc_not_added', email), user: null }
  if (looksLikeAnother(email)) return { refused: faultOf('oidc_look_alike', email), user: null }
  const { role = settings.defaultRole } = login
  const added = { email: addressOf(email), name: nameInClaims(claims), password_hash: null, role, issuer: login.issuer }
  return { user: await addUser(tx, added, { ...BY_SYSTEM, address }, now), links: true, isTheirs: true }
}

async function recordRefusal(
  db: Database,
  { refused, user }: Refused,
  { issuer, subject }: Identified,
  { address, via }: LoginSource,
  now: Date,
): Promise<void> {
  const by: ChangeBy = { actor: null, via, reach: NO_REACH, address }
  const about = { type: 'user', id: user?.id ?? 'unknown', name: user?.email }
  const after = { issuer, provider_subject: subject, reason: refused.reason }
  await recordChange(db, by, { action: 'login.refused', subject: about, before: null, after }, now)
}

const requestOver = () => new RequestError(401, faultOf('oidc_over'))
