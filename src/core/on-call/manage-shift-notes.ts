import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { Doer } from '../people/actor.ts'
import { mayActIn, mayActSomewhere, type Reach } from '../reach/reach.ts'
import { getLocked } from './manage-schedules.ts'
import { findHolders } from './read-on-call.ts'
import type { NamedSchedule } from './schedule.ts'
import { findSchedule } from './schedule-store.ts'
import { countUnseen, deleteNote, insertNote, type LockedNote, lockNote, setSeen } from './shift-note-store.ts'

export const LONGEST_NOTE = 2_000
/** A schedule has no more: they would not be read at the beginning of a shift. */
export const MOST_UNSEEN = 50

/** Writes a note to whoever is on call next in a schedule. Throws 403, 404, and 409 if too many wait to be read. */
export async function writeShiftNote(
  db: Database,
  scheduleId: number,
  text: string,
  by: ChangeBy & { actor: Doer },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const schedule = await getLocked(tx, scheduleId, by.reach, 'operator')
    if ((await countUnseen(tx, scheduleId)) >= MOST_UNSEEN) throw conflict('shift_notes_most', MOST_UNSEEN)
    await insertNote(tx, scheduleId, text, by.actor.id, now)
    await record(tx, by, 'schedule.note_added', schedule, { before: null, after: { text } }, now)
  })
}

/** Somebody who is on call has read a note. Throws 404, and 403 for anybody else. */
export const markShiftNoteSeen = (db: Database, id: number, by: ChangeBy & { actor: Doer }, now: Date): Promise<void> =>
  withNote(db, id, by, async (tx, note, schedule) => {
    if (!(await findHolders(tx, now, schedule.id)).includes(by.actor.id)) throw forbidden('only_on_call')
    if (note.seen_at !== null) return
    await setSeen(tx, id, by.actor.id, now)
    await record(tx, by, 'schedule.note_seen', schedule, { before: null, after: { text: note.text } }, now)
  })

/** Deletes a note that nobody has seen. Throws 404 also for somebody else's, 403, and 409 once it was seen. */
export const deleteShiftNote = (db: Database, id: number, by: ChangeBy & { actor: Doer }, now: Date): Promise<void> =>
  withNote(db, id, by, async (tx, note, schedule) => {
    if (note.written_by !== by.actor.id) throw notFound('Note')
    if (note.seen_at !== null) throw conflict('shift_note_seen')
    await deleteNote(tx, id)
    await record(tx, by, 'schedule.note_deleted', schedule, { before: { text: note.text }, after: null }, now)
  })

/**
 * Changes a locked note of a schedule. Throws 404 for one that is not in reach, and 403 for people who may only look: of a
 * schedule of the whole installation, operators of any site may be on call.
 */
async function withNote(
  db: Database,
  id: number,
  { reach }: ChangeBy,
  change: (tx: Queryable, note: LockedNote, schedule: NamedSchedule) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const note = await lockNote(tx, id)
    const schedule = note === null ? null : await findSchedule(tx, reach, note.schedule_id)
    if (note === null || schedule === null) throw notFound('Note')
    if (!mayChangeNotes(reach, schedule.site_id)) throw forbidden('needs_role', 'operator')
    await change(tx, note, schedule)
  })
}

/** Whether somebody may mark notes of a schedule as seen, while they are on call in it. */
export const mayChangeNotes = (reach: Reach, siteId: number | null): boolean =>
  siteId === null ? mayActSomewhere(reach, 'operator') : mayActIn(reach, siteId, 'operator')

function record(
  tx: Queryable,
  by: ChangeBy,
  action: string,
  { id, name }: NamedSchedule,
  states: { before: object | null; after: object | null },
  now: Date,
): Promise<void> {
  return recordChange(tx, by, { action, subject: { type: 'schedule', id, name }, ...states }, now)
}
