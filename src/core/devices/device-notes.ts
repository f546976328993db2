import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, invalidField, notFound } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { inCellOfDevice } from '../cells/find-cell.ts'
import { actorSql } from '../people/actor.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import { lockDevice } from './change-device.ts'

/** A note that somebody wrote on a device about a time. */
export interface DeviceNote {
  note_id: number
  /** When it happened. */
  at: Date
  text: string
  by: Record<string, unknown> | null
}

/** Charts and events show them all, and nobody reads more. */
export const MOST_NOTES = 1_000
export const LONGEST_DEVICE_NOTE = 500

/** Notes of a range that is half-open; null is open. Newest first. */
export function listDeviceNotes(
  db: Queryable,
  deviceId: ReachedId<'device'>,
  { from, to, limit = MOST_NOTES }: { from: Date | null; to: Date | null; limit?: number },
): Promise<DeviceNote[]> {
  return db.query<DeviceNote>(sql`
    select n.note_id, n.at, n.text, ${actorSql('n.at', 'author')} as by
    from device_notes as n
    left join users as author on author.id = n.user_id
    where n.device_id = ${deviceId}
      and (${from}::timestamptz is null or n.at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or n.at < ${to}::timestamptz)
    order by n.at desc, n.note_id desc
    limit ${limit}`)
}

/**
 * Adds a note about a time until now. Returns its id. Throws 400 for a time to come, 403, 404, and 409 if the device has
 * very many.
 */
export async function addDeviceNote(
  db: Database,
  deviceId: number,
  { at, text }: Pick<DeviceNote, 'at' | 'text'>,
  by: ChangeBy,
  now: Date,
): Promise<number> {
  const cell = await inCellOfDevice(db, deviceId)
  return cell.transaction(async (tx) => {
    const { name } = await lockDevice(tx, deviceId, by.reach)
    if (at > now) throw invalidField('/at', 'note_to_come')
    const [has] = await tx.query<{ notes: number }>(
      sql`select count(*)::integer as notes from device_notes where device_id = ${deviceId}`,
    )
    if (has!.notes >= MOST_NOTES) throw conflict('notes_most', MOST_NOTES)
    const [note] = await tx.query<{ note_id: number }>(sql`
      insert into device_notes (device_id, at, written_at, user_id, text)
      values (${deviceId}, ${at}, ${now}, ${by.actor?.id ?? null}, ${text})
      returning note_id`)
    const subject = { type: 'device', id: deviceId, name }
    await recordChange(tx, by, { action: 'device.note_added', subject, before: null, after: { at, text } }, now)
    return note!.note_id
  })
}

/** Throws 403 and 404. */
export async function deleteDeviceNote(
  db: Database,
  deviceId: number,
  noteId: number,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const cell = await inCellOfDevice(db, deviceId)
  await cell.transaction(async (tx) => {
    const { name } = await lockDevice(tx, deviceId, by.reach)
    const [note] = await tx.query<{ at: Date; text: string }>(sql`
      delete from device_notes where device_id = ${deviceId} and note_id = ${noteId}::bigint returning at, text`)
    if (note === undefined) throw notFound('Note')
    const subject = { type: 'device', id: deviceId, name }
    await recordChange(tx, by, { action: 'device.note_deleted', subject, before: note, after: null }, now)
  })
}
