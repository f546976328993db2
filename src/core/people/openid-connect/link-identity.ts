import type { Database, Queryable } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/sql-errors.ts'
import { conflict, mustExist } from '../../../platform/errors.ts'
import { type ChangeBy, type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import { endPendingLogins } from '../login/pending-logins.ts'
import type { User } from '../user.ts'
import { findLogins, hasOwnLogin, lockUser } from '../user-store.ts'
import { deleteIdentity, findIdentity, type Identity, insertIdentity } from './identity-store.ts'

/** From now on the person, who must be locked, logs in with this account of the provider. Throws 409 if it is taken. */
export async function linkIdentity(
  tx: Queryable,
  { id, email }: User,
  { issuer, subject }: Identity,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await insertIdentity(tx, id, { issuer, subject }, now).catch((error: unknown) => {
    throw isUniqueViolation(error) ? conflict('oidc_linked_meanwhile') : error
  })
  const change = { action: 'user.linked', subject: { type: 'user', id, name: email }, before: null, after: { issuer } }
  await recordChange(tx, by, change, now)
}

/**
 * Separates a person from the account of the provider, and ends the sessions opened with it. Returns false without one.
 * Throws 404, and 409 if the person themself would have no other way to log in.
 */
export async function unlinkIdentity(db: Database, userId: number, by: ProvenBy, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const user = mustExist('User', await lockUser(tx, userId))
    const identity = await findIdentity(tx, user.id)
    if (identity === null) return false
    if (by.actor?.id === user.id && !hasOwnLogin(await findLogins(tx, user.id))) throw conflict('oidc_only_login')
    await deleteIdentity(tx, user.id)
    await endPendingLogins(tx, user.id)
    const before = { issuer: identity.issuer }
    const subject = { type: 'user', id: user.id, name: user.email }
    await recordChange(tx, by, { action: 'user.unlinked', subject, before, after: null }, now)
    return true
  })
}
