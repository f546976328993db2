import type { Database, Queryable } from '../../../platform/database/database.ts'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError } from '../../../platform/errors.ts'
import { finishLogin, type LoggedIn, type LoginSource, loginOver, type Open } from '../login/log-in.ts'
import { countLoginFailure } from '../login/login-failures.ts'
import { endPendingLogin, type LoginStep, lockPendingLogin } from '../login/pending-logins.ts'
import type { User } from '../user.ts'
import { lockUser } from '../user-store.ts'
import { checkAssertion, credentialIn } from './check-passkey.ts'
import { type ChallengeUse, takeChallenge } from './passkey-challenge.ts'
import type { PasskeySetup } from './passkey-options.ts'
import { findPasskey, findPasskeyOwner, notePasskeyUse } from './passkey-store.ts'
import { noteProof } from './recent-proof.ts'

/** The response of a browser: the credential as JSON, and the CSRF token to which its challenge is bound. */
export interface Assertion {
  credential: string
  csrf: string
}

/**
 * Logs in with a passkey alone, which says whose it is and has made sure that its person is there. Throws 401. Not
 * throttled: a signature cannot be guessed, so people with a passkey get in while somebody guesses their password.
 */
export async function logInWithPasskey(
  db: Database,
  setup: PasskeySetup,
  { credential, csrf }: Assertion,
  source: LoginSource,
  now: Date,
  open: Open,
): Promise<LoggedIn> {
  const loggedIn = await db.transaction(async (tx) => {
    const userId = await findPasskeyOwner(tx, credentialIn(credential)?.id ?? '')
    const user = userId === null ? null : await lockUser(tx, userId)
    if (user === null) throw passkeyRefused('passkey_unknown')
    if (!user.enabled) throw passkeyRefused('passkey_refused')
    const { id, email, name, role } = user
    const person = { id, email, name, role }
    const use = { purpose: 'login', csrf } as const
    if (!(await takePasskey(tx, setup, { user: person, credential, use, source }, now))) return null
    return finishLogin(tx, person, { source, factor: 'passkey' }, now, open)
  })
  if (loggedIn === null) throw passkeyRefused('passkey_refused')
  return loggedIn
}

/** The requirements of a passkey in each step of a login. */
export const PURPOSES = { second_factor: 'second factor', link: 'link' } as const satisfies Record<LoginStep, string>

/** Continues a pending login with a passkey. Throws 401. */
export async function continueWithPasskey(
  db: Database,
  setup: PasskeySetup,
  { pending, step, credential, csrf }: Assertion & { pending: string; step: LoginStep },
  source: LoginSource,
  now: Date,
  open: Open,
): Promise<LoggedIn> {
  const loggedIn = await db.transaction(async (tx) => {
    const login = await lockPendingLogin(tx, pending, step, now)
    if (login === null) throw loginOver()
    const { user, provider } = login
    const use = { purpose: PURPOSES[step], csrf }
    if (!(await takePasskey(tx, setup, { user, credential, use, source }, now))) return null
    await endPendingLogin(tx, pending)
    return finishLogin(tx, user, { source, factor: 'passkey', provider }, now, open)
  })
  if (loggedIn === null) throw passkeyRefused('passkey_refused')
  return loggedIn
}

/** Proves with a passkey, in a session, who it is. Throws 401. */
export async function proveByPasskey(
  db: Database,
  setup: PasskeySetup,
  { user, sessionId, credential, csrf }: Assertion & { user: User; sessionId: number },
  source: LoginSource,
  now: Date,
): Promise<void> {
  const isRight = await db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const use = { purpose: 'proof', csrf } as const
    const taken = await takePasskey(tx, setup, { user, credential, use, source }, now)
    if (taken) await noteProof(tx, sessionId, now)
    return taken
  })
  if (!isRight) throw passkeyRefused('passkey_refused')
}

interface Taken {
  user: User
  credential: string
  use: ChallengeUse
  source: LoginSource
}

/** Whether it is a passkey of this person, who must be locked. Otherwise counts a failed login. */
async function takePasskey(
  tx: Queryable,
  setup: PasskeySetup,
  { user, credential, use, source: { address, via } }: Taken,
  now: Date,
): Promise<boolean> {
  const sent = credentialIn(credential)
  const passkey = sent === null ? null : await findPasskey(tx, user.id, sent.id)
  const checked = sent === null || passkey === null ? null : await checkAssertion(setup, sent, passkey, use, now)
  if (
    passkey !== null &&
    checked !== null &&
    (await takeChallenge(tx, checked.challenge.text, checked.challenge.end))
  ) {
    await notePasskeyUse(tx, { id: passkey.id, sign_count: checked.sign_count }, now)
    return true
  }
  await countLoginFailure(tx, { email: user.email, userId: user.id, address, via }, now)
  return false
}

const passkeyRefused = (reason: 'passkey_refused' | 'passkey_unknown') => new RequestError(401, faultOf(reason))
