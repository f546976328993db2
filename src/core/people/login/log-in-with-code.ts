import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { forbidden } from '../../../platform/errors.ts'
import { findFactors, hasFactor, lacksFactorSql } from '../second-factor/factors.ts'
import { codeRefused, takeCode } from '../second-factor/take-code.ts'
import {
  finishLogin,
  type LoggedIn,
  type LoginSource,
  lockProven,
  loginOver,
  type Open,
  provePassword,
} from './log-in.ts'
import { endPendingLogin, lockPendingLogin } from './pending-logins.ts'

/** Continues a pending login with a code. Throws 401 for a wrong code or an ended login, 429 while throttled. */
export async function continueWithCode(
  db: Database,
  encryptionKey: Buffer,
  { pending, code }: { pending: string; code: string },
  source: LoginSource,
  now: Date,
  open: Open,
): Promise<LoggedIn> {
  const loggedIn = await db.transaction(async (tx) => {
    const login = await lockPendingLogin(tx, pending, 'second_factor', now)
    if (login === null) throw loginOver()
    const { user, provider } = login
    const factor = await takeCode(tx, encryptionKey, user, code, source, now)
    if (factor === null) return null
    await endPendingLogin(tx, pending)
    return finishLogin(tx, user, { source, factor, provider }, now, open)
  })
  // Thrown after the transaction, which has counted the failure.
  if (loggedIn === null) throw codeRefused('code_refused')
  return loggedIn
}

/**
 * Logs in with everything at once, as programs do. Throws what `provePassword` throws; 401 with the field `/code` if a
 * code is missing or wrong; 403 for people who have to set up a second factor first.
 */
export async function logInAtOnce(
  db: Database,
  encryptionKey: Buffer,
  { code, ...credentials }: { email: string; password: string; code?: string | undefined },
  source: LoginSource,
  now: Date,
  open: Open,
): Promise<LoggedIn> {
  const account = await provePassword(db, credentials, source, now)
  const loggedIn = await db.transaction(async (tx) => {
    const user = await lockProven(tx, account)
    if (!hasFactor(await findFactors(tx, user.id))) {
      if (await lacksFactor(tx, user.id)) throw forbidden('factor_needed')
      return finishLogin(tx, user, { source, factor: null }, now, open)
    }
    if (code === undefined) throw codeRefused('code_needed')
    const factor = await takeCode(tx, encryptionKey, user, code, source, now)
    return factor === null ? null : finishLogin(tx, user, { source, factor }, now, open)
  })
  if (loggedIn === null) throw codeRefused('code_refused')
  return loggedIn
}

async function lacksFactor(tx: Queryable, userId: number): Promise<boolean> {
  const [row] = await tx.query<{ lacks: boolean }>(
    sql`select ${lacksFactorSql} as lacks from users as u where u.id = ${userId}`,
  )
  return row!.lacks
}
