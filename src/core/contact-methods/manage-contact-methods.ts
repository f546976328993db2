import { secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, mustExist, tooManyRequests } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { User } from '../people/user.ts'
import type { Details } from './channels/channel-kind.ts'
import type { ContactMethod } from './contact-method-shapes.ts'
import { deleteMethod, type LockedMethod, lockMethod, updateMethod } from './contact-method-store.ts'
import { lastTestAt } from './outbox/list-notifications.ts'
import { queueNotifications } from './outbox/queue-notifications.ts'

const TEST_EVERY_S = 60

/** Changes the label and how much messages say. Throws 404. */
export async function changeContactMethod(
  db: Database,
  owner: User,
  id: number,
  changes: { label?: string; details?: Details },
  by: ChangeBy,
  now: Date,
): Promise<ContactMethod> {
  return db.transaction(async (tx) => {
    const method = await getLocked(tx, owner, id)
    const { label, details } = { ...method, ...changes }
    await updateMethod(tx, id, { label, details })
    const subject = { type: 'contact_method', id, name: label }
    const states = { before: { label: method.label, details: method.details }, after: { label, details } }
    await recordChange(tx, by, { action: 'contact_method.changed', subject, ...states }, now)
    const { user_id: _user, fingerprint: _fingerprint, address_sealed: _sealed, ...shown } = method
    return { ...shown, label, details }
  })
}

/** Deletes a method. Links in messages that it was sent end with it. Throws 404. */
export async function removeContactMethod(
  db: Database,
  owner: User,
  id: number,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { kind, label } = await getLocked(tx, owner, id)
    await deleteMethod(tx, id)
    const subject = { type: 'contact_method', id, name: label }
    await recordChange(tx, by, { action: 'contact_method.deleted', subject, before: { kind, label }, after: null }, now)
  })
}

/** Sends a test message on the way of all others. Throws 404, 409 before it is verified, 429 within a minute. */
export async function testContactMethod(db: Database, owner: User, id: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { label, state } = await getLocked(tx, owner, id)
    if (state !== 'verified') throw conflict('contact_method_unverified')
    const last = await lastTestAt(tx, id)
    if (last !== null && secondsAfter(last, TEST_EVERY_S) > now) {
      throw tooManyRequests((secondsAfter(last, TEST_EVERY_S).getTime() - now.getTime()) / 1_000, 'test_too_soon')
    }
    const about = { run_id: null, incident_id: null, severity: null, dedupe_key: null }
    const facts = { reason: 'test' as const, label }
    const test = { ...about, user_id: owner.id, method_id: id, facts, due_at: now, held: false }
    await queueNotifications(tx.inCell(0), [test], now)
  })
}

async function getLocked(tx: Queryable, owner: User, id: number): Promise<LockedMethod> {
  return mustExist('Contact method', await lockMethod(tx, owner.id, id))
}
