import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { conflict, mustExist } from '../../../platform/errors.ts'
import { type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import { endLogins } from '../credentials/end-credentials.ts'
import { lockUser } from '../user-store.ts'
import { findFactors, hasFactor, needsFactor } from './factors.ts'
import { forgetRecoveryCodes } from './recovery-codes.ts'

/** Called after a factor was removed: throws 409 if the person needs one and has none left. */
export async function refuseLastFactor(tx: Queryable, userId: number): Promise<void> {
  if (hasFactor(await findFactors(tx, userId))) return
  if (await needsFactor(tx, userId)) throw conflict('last_factor')
  await forgetRecoveryCodes(tx, userId)
}

/**
 * Removes all second factors of a person who has lost them, and ends their sessions and logins: the next login needs
 * the password alone. Returns false if there are none. Throws 404.
 */
export async function resetSecondFactor(db: Database, userId: number, by: ProvenBy, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const user = mustExist('User', await lockUser(tx, userId))
    const factors = await findFactors(tx, user.id)
    if (!hasFactor(factors)) return false
    await tx.query(sql`delete from authenticator_apps where user_id = ${user.id}`)
    await tx.query(sql`delete from passkeys where user_id = ${user.id}`)
    await forgetRecoveryCodes(tx, user.id)
    await endLogins(tx, user.id, now)
    const subject = { type: 'user', id: user.id, name: user.email }
    await recordChange(tx, by, { action: 'user.second_factor_reset', subject, before: factors, after: null }, now)
    return true
  })
}
