import type { Queryable } from '../../../platform/database/database.ts'
import { type FaultReason, faultOf, type Params } from '../../../platform/error-messages/reasons.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { LoginSource } from '../login/log-in.ts'
import { countLoginFailure } from '../login/login-failures.ts'
import { checkLoginAllowed } from '../login/login-throttle.ts'
import type { User } from '../user.ts'
import { findApp, takeAppCode } from './authenticator-app.ts'
import type { FactorKind } from './factors.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { isTotpShaped } from './totp.ts'

/**
 * Wrong codes of an app, without a right one between them, after which codes are taken only from addresses that the
 * account knows. Of a million codes three are valid at a time, so a guess succeeds once in ten thousand accounts.
 */
const WRONG_CODES = 30

/**
 * Takes a code of an authenticator app or a recovery code, and says which it was. A wrong code is null and counts as a
 * failed login. The person must be locked, so that guesses are made one after the other. Throws 429 while throttled, and
 * 401 after too many wrong codes.
 */
export async function takeCode(
  tx: Queryable,
  encryptionKey: Buffer,
  user: User,
  code: string,
  { address, via }: LoginSource,
  now: Date,
): Promise<FactorKind | null> {
  const isKnown = await checkLoginAllowed(tx, user.email, address, now)
  const kind = await kindOfCode()
  if (kind === null) await countLoginFailure(tx, { email: user.email, userId: user.id, address, via }, now)
  return kind

  async function kindOfCode(): Promise<FactorKind | null> {
    if (!isTotpShaped(code)) return (await takeRecoveryCode(tx, user.id, code)) ? 'recovery_code' : null
    const app = await findApp(tx, user.id)
    if (app === null) return null
    if (app.wrong_codes >= WRONG_CODES && !isKnown) throw codeRefused('codes_used_up', WRONG_CODES)
    return (await takeAppCode(tx, encryptionKey, { userId: user.id, app }, code, now)) ? 'totp' : null
  }
}

/** A login that lacks only the right code: 401 with the field. */
export function codeRefused<R extends FaultReason>(reason: R, ...params: Params<R>): RequestError {
  const fault = faultOf(reason, ...params)
  return new RequestError(401, fault, { at: '/code', errors: [{ field: '/code', ...fault }] })
}
