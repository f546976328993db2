import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, mustExist } from '../../platform/errors.ts'
import { changedMeanwhile } from '../../platform/http/etags.ts'
import { type ChangeBy, type ProvenBy, recordChange } from '../audit-log/record-change.ts'
import { higherRole, type Role } from '../reach/role.ts'
import { endCredentials } from './credentials/end-credentials.ts'
import { isOnly, lockAdmins, lockUser, type UserRecord, updateUser } from './user-store.ts'

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
export const changeUser = (
  db: Database,
  id: number,
  wanted: UserChange,
  versions: number[] | null,
  by: ProvenBy,
  now: Date,
): Promise<UserRecord> => change(db, id, wanted, versions, by, now)

/** The same for what gives nobody a right, so it needs no proof: whoever sees a break-in disables an account at once. */
export const renameOrDisableUser = (
  db: Database,
  id: number,
  wanted: { name?: string | undefined; enabled?: false | undefined },
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<UserRecord> => change(db, id, wanted, versions, by, now)

async function change(
  db: Database,
  id: number,
  wanted: UserChange,
  versions: number[] | null,
  by: ChangeBy,
  now: Date,
): Promise<UserRecord> {
  return db.transaction(async (tx) => {
    // Locked first, so that two administrators cannot remove each other at the same moment.
    const admins = await lockAdmins(tx)
    const user = mustExist('User', await lockUser(tx, id))
    if (versions !== null && !versions.includes(user.version)) throw changedMeanwhile()
    const { role = user.role, enabled = user.enabled } = wanted
    const staysAdmin = role === 'admin' && enabled
    if (!staysAdmin && isOnly(admins, user.id)) throw conflict('last_administrator')
    return changeLocked(tx, user, wanted, by, now)
  })
}

/** The same for a person who is locked, and who may lose these rights. */
export const changeRights = (
  tx: Queryable,
  user: UserRecord,
  wanted: UserChange,
  by: ProvenBy,
  now: Date,
): Promise<UserRecord> => changeLocked(tx, user, wanted, by, now)

async function changeLocked(
  tx: Queryable,
  user: UserRecord,
  wanted: UserChange,
  by: ChangeBy,
  now: Date,
): Promise<UserRecord> {
  const { role = user.role, enabled = user.enabled } = wanted
  const name = wanted.name?.trim() ?? user.name
  if (name === user.name && role === user.role && enabled === user.enabled) return user
  const changed = await updateUser(tx, user.id, { name, role, enabled })
  if (!enabled || higherRole(role, user.role) !== role) await endCredentials(tx, user.id, now)
  const before = { name: user.name, role: user.role, enabled: user.enabled }
  const subject = { type: 'user', id: user.id, name: user.email }
  await recordChange(tx, by, { action: 'user.updated', subject, before, after: { name, role, enabled } }, now)
  return changed
}
