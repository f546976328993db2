import type { Database } from '../../platform/database/database.ts'
import { forbidden } from '../../platform/errors.ts'
import { BY_SYSTEM } from '../audit-log/record-change.ts'
import { addressOf, addUser } from './create-user.ts'
import { createSetupCode, isSetupCode, takeSetupCode } from './credentials/one-time-codes.ts'
import { rememberNetwork } from './login/known-networks.ts'
import type { LoggedIn, Open } from './login/log-in.ts'
import { hashPassword } from './passwords/password-hashing.ts'
import { checkNewPassword } from './passwords/password-rules.ts'
import { hasAnyAdmin } from './user-store.ts'

/** Creates a setup code for the first administrator; null if there is one. */
export async function offerSetUp(db: Database, now: Date): Promise<string | null> {
  return (await hasAnyAdmin(db)) ? null : createSetupCode(db, now)
}

/**
 * Creates the first administrator and logs them in. Throws 403 for a wrong code, 400 for an invalid email or a weak
 * password.
 */
export async function setUp(
  db: Database,
  wanted: { code: string; email: string; password: string },
  address: string,
  now: Date,
  open: Open,
): Promise<LoggedIn> {
  if (!(await isSetupCode(db, wanted.code, now))) throw wrongCode()
  const email = addressOf(wanted.email)
  checkNewPassword(wanted.password, email)
  const password_hash = await hashPassword(wanted.password)
  // The code is the proof.
  const by = { ...BY_SYSTEM, via: 'session' as const, address }
  return db.transaction(async (tx) => {
    if (!(await takeSetupCode(tx, wanted.code, now)) || (await hasAnyAdmin(tx))) throw wrongCode()
    const user = await addUser(tx, { email, password_hash, role: 'admin' }, by, now)
    await rememberNetwork(tx, user.id, address, now)
    return { user, credential: await open(tx, user) }
  })
}

const wrongCode = () => forbidden('set_up_code')
