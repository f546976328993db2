import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { requireRoleIfShared } from '../reach/require-role.ts'
import { chooseSiteOrAll } from '../sites/site-choice.ts'
import { requireRoomFor } from '../sites/site-limits.ts'
import { checkedSilence, requireExistingScope } from './check-silence.ts'
import { recheckHeldNotifications } from './held-store.ts'
import { type Silence, stateAt } from './silence.ts'
import type { NewSilenceBody, SilenceBody } from './silence-shape.ts'
import { deleteSilence, endSilence, findSilence, insertSilence, lockSilence, updateSilence } from './silence-store.ts'

/** Throws 400 if it is invalid, 403, and 409 if there are too many. */
export async function createSilence(db: Database, body: NewSilenceBody, by: ChangeBy, now: Date): Promise<number> {
  const checked = checkedSilence(body, null, now)
  return db.transaction(async (tx) => {
    const silence = { ...checked, site_id: await chooseSiteOrAll(tx, by.reach, 'operator', body.site_id) }
    await requireExistingScope(tx, by.reach, silence)
    await requireRoomFor(tx, 'silences', silence.site_id, now)
    const id = await insertSilence(tx, silence, by.actor?.id ?? null, now)
    const subject = { type: 'silence', id, name: silence.reason }
    await recordChange(tx, by, { action: 'silence.created', subject, before: null, after: silence }, now)
    return id
  })
}

/**
 * Changes a silence. Held announcements are checked again with its new times and scope. Throws 400, 404, and 409 if it
 * has ended.
 */
export async function changeSilence(
  db: Database,
  id: number,
  body: SilenceBody,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getLocked(tx, by, id)
    if (stateAt(before, now) === 'expired') throw conflict('silence_over')
    const after = checkedSilence(body, before, now)
    await requireExistingScope(tx, by.reach, after)
    await updateSilence(tx, id, after)
    await recheckHeldNotifications(tx, id, now)
    const { id: _id, ended_at: _ended, ...fields } = before
    const subject = { type: 'silence', id, name: after.reason }
    await recordChange(tx, by, { action: 'silence.changed', subject, before: fields, after }, now)
  })
}

/** Ends a silence now. A second time changes nothing. Throws 404. */
export async function endSilenceNow(db: Database, id: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const silence = await getLocked(tx, by, id)
    if (stateAt(silence, now) === 'expired') return
    await endSilence(tx, id, by.actor?.id ?? null, now)
    await recheckHeldNotifications(tx, id, now)
    const subject = { type: 'silence', id, name: silence.reason }
    const states = { before: { ended_at: null }, after: { ended_at: now } }
    await recordChange(tx, by, { action: 'silence.ended', subject, ...states }, now)
  })
}

/** Deletes a silence. Throws 404, and 409 while it is active: deleting it would send what it holds. */
export async function removeSilence(db: Database, id: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const silence = await getLocked(tx, by, id)
    if (stateAt(silence, now) === 'active') throw conflict('silence_active')
    await recheckHeldNotifications(tx, id, now)
    await deleteSilence(tx, id)
    const subject = { type: 'silence', id, name: silence.reason }
    await recordChange(tx, by, { action: 'silence.deleted', subject, before: silence, after: null }, now)
  })
}

async function getLocked(tx: Queryable, { reach }: ChangeBy, id: number): Promise<Silence> {
  const silence = await lockSilence(tx, id)
  if ((await findSilence(tx, reach, id)) === null) throw notFound('Silence')
  return requireRoleIfShared(reach, 'operator', 'Silence', silence)
}
