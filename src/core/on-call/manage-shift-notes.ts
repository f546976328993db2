import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { Doer } from '../people/actor.ts'
import type { NamedSchedule } from './duty-schedule.ts'
import { getLocked } from './manage-schedules.ts'
import { findHolders } from './read-on-call.ts'
import { findSchedule } from './schedule-store.ts'
import { countUnseen, deleteNote, insertNote, type LockedNote, lockNote, setSeen } from './shift-note-store.ts'

export const LONGEST_NOTE = 2_000
/** Of one schedule: more would not be read at the beginning of a shift. */
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
export async function markShiftNoteSeen(
  db: Database,
  id: number,
  by: ChangeBy & { actor: Doer },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { note, schedule } = await getNote(tx, id, by)
    if (!(await findHolders(tx, now, schedule.id)).includes(by.actor.id)) throw forbidden('only_on_call')
    if (note.seen_at !== null) return
    await setSeen(tx, id, by.actor.id, now)
    await record(tx, by, 'schedule.note_seen', schedule, { before: null, after: { text: note.text } }, now)
  })
}

/** Deletes a note that nobody has seen. Throws 404, 403 for somebody else's, and 409 once it was seen. */
export async function deleteShiftNote(
  db: Database,
  id: number,
  by: ChangeBy & { actor: Doer },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { note, schedule } = await getNote(tx, id, by)
    if (note.written_by !== by.actor.id) throw notFound('Note')
    if (note.seen_at !== null) throw conflict('shift_note_seen')
    await deleteNote(tx, id)
    await record(tx, by, 'schedule.note_deleted', schedule, { before: { text: note.text }, after: null }, now)
  })
}

/** Throws 404 for a note of a schedule that is not in reach. */
async function getNote(
  tx: Queryable,
  id: number,
  { reach }: ChangeBy,
): Promise<{ note: LockedNote; schedule: NamedSchedule }> {
  const note = await lockNote(tx, id)
  const schedule = note === null ? null : await findSchedule(tx, reach, note.schedule_id)
  if (note === null || schedule === null) throw notFound('Note')
  return { note, schedule }
}

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
