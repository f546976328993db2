import type { Database } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { higherRole, type Role } from '../reach/role.ts'
import { endCredentials } from './credentials/end-credentials.ts'
import { lockAdmins, lockUser, type UserRecord, updateUser } from './user-store.ts'

export interface UserChange {
  name?: string | undefined
  /** Null: only where the person is a member. */
  role?: Role | null | undefined
  enabled?: boolean | undefined
}

/**
 * Changes the name or the rights of a person. A person who loses rights is logged out everywhere. Throws 404, 412 if the record has
 * none of `versions` any more, and 409 if no administrator would be left.
 */
export async function changeUser(
  db: Database,
  id: number,
  change: UserChange,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<UserRecord> {
  return db.transaction(async (tx) => {
    // Locked first, so that two administrators cannot remove each other at the same moment.
    const admins = await lockAdmins(tx)
    const user = await lockUser(tx, id)
    if (user === null) throw notFound('User')
    if (versions !== null && !versions.includes(user.version)) throw changedMeanwhile()
    const { role = user.role, enabled = user.enabled } = change
    const name = change.name?.trim() ?? user.name
    if (name === user.name && role === user.role && enabled === user.enabled) return user
    const staysAdmin = role === 'admin' && enabled
    if (!staysAdmin && admins.length === 1 && admins[0] === user.id) {
      throw conflict('last_administrator')
    }
    const changed = await updateUser(tx, user.id, { name, role, enabled })
    if (!enabled || higherRole(role, user.role) !== role) await endCredentials(tx, user.id)
    const states = {
      before: { name: user.name, role: user.role, enabled: user.enabled },
      after: { name, role, enabled },
    }
    await recordChange(
      tx,
      by,
      { action: 'user.updated', subject: { type: 'user', id, name: user.email }, ...states },
      now,
    )
    return changed
  })
}
