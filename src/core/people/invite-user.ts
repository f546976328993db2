import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, mustExist } from '../../platform/errors.ts'
import { type ProvenBy, recordChange } from '../audit-log/record-change.ts'
import { addressOf, addUser, type Grants } from './create-user.ts'
import { createLink, type Link } from './credentials/one-time-codes.ts'
import { lockUser, type UserRecord } from './user-store.ts'

/** Creates a user who chooses the password with a link. Throws 400 and 409 as `createUser` does. */
export async function inviteUser(
  db: Database,
  { email: given, ...grants }: Grants & { email: string },
  by: ProvenBy,
  now: Date,
): Promise<{ user: UserRecord; link: Link }> {
  const email = addressOf(given)
  return db.transaction(async (tx) => {
    const user = await addUser(tx, { email, password_hash: null, ...grants }, by, now)
    if (by.actor !== null) await takeLanguage(tx, user.id, by.actor.id)
    return { user, link: await createLink(tx, user.id, 'invitation', now) }
  })
}

/** The invitation is in the language of whoever sends it, until the page of the link says which one its person reads. */
async function takeLanguage(tx: Queryable, userId: number, fromId: number): Promise<void> {
  await tx.query(sql`
    update users as u
    set preferences = u.preferences || jsonb_build_object('language', inviting.preferences -> 'language')
    from users as inviting
    where u.id = ${userId} and inviting.id = ${fromId} and inviting.preferences ? 'language'`)
}

/**
 * A link for choosing a new password, or the first one. The current password stays valid until then. Throws 404, and
 * 409 if the person is disabled.
 */
export async function offerPassword(db: Database, userId: number, by: ProvenBy, now: Date): Promise<Link> {
  return db.transaction(async (tx) => {
    const user = mustExist('User', await lockUser(tx, userId))
    if (!user.enabled) throw conflict('user_disabled')
    const link = await createLink(tx, user.id, user.invited ? 'invitation' : 'password_reset', now)
    const change = {
      action: 'user.link_created',
      subject: { type: 'user', id: user.id, name: user.email },
      before: null,
      after: { purpose: link.purpose, expires_at: link.expires_at },
    }
    await recordChange(tx, by, change, now)
    return link
  })
}

/** Address of a link in the console. */
export const linkAddress = (publicUrl: string, { code, purpose }: Link): string =>
  `${publicUrl}/${purpose === 'invitation' ? 'invitation' : 'password-reset'}/${code}`
