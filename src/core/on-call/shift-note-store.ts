import sql, { type Sql } from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { visiblePeople } from '../people/known-people.ts'
import type { Reach } from '../reach/reach.ts'
import type { NamedSchedule, PersonOnCall } from './schedule.ts'
import { areSeenBy } from './schedule-store.ts'

/** A note to whoever is on call next in a schedule. */
export interface ShiftNote {
  id: number
  schedule: NamedSchedule & { site_id: number | null }
  text: string
  written_at: Date
  /** Null: somebody whose account is gone. */
  written_by: PersonOnCall | null
  /** When somebody on call said that they had read it. */
  seen_at: Date | null
  seen_by: PersonOnCall | null
}

const KEPT_S = 90 * 86_400
const AT_ONCE = 1_000

/** Somebody of other sites has no name. */
const person = (reach: Reach, alias: Sql) => sql`
  case when ${alias}.id is not null then jsonb_build_object(
    'id', ${alias}.id, 'name', case when ${visiblePeople(reach, sql`${alias}.id`)} then ${alias}.name else '#' || ${alias}.id end
  ) end`

/** The notes `n` that match, those that nobody has seen first; of these, the newest. */
function selectNotes(db: Queryable, reach: Reach, which: Sql, limit: number): Promise<ShiftNote[]> {
  return db.query<ShiftNote>(sql`
    select
      n.id, jsonb_build_object('id', s.id, 'name', s.name, 'site_id', s.site_id) as schedule, n.text, n.written_at,
      ${person(reach, sql`author`)} as written_by, n.seen_at, ${person(reach, sql`seer`)} as seen_by
    from shift_notes as n
    join schedules as s on s.id = n.schedule_id
    left join users as author on author.id = n.written_by
    left join users as seer on seer.id = n.seen_by
    where ${areSeenBy(reach)} and ${which}
    order by n.seen_at is not null, n.id desc
    limit ${limit}`)
}

/** The shift that notes are for: its schedule, its person, and when it began. */
interface NoteReader {
  schedule_id: number
  user_id: number
  since: Date
  /** Notes that were seen before are not shown any more. */
  seenSince: Date
}

/** Those that nobody has seen, then those that were seen in this shift; not what its person has written in it. */
export const listNotesFor = (
  db: Queryable,
  reach: Reach,
  { schedule_id, user_id, since, seenSince }: NoteReader,
  limit: number,
): Promise<ShiftNote[]> =>
  selectNotes(
    db,
    reach,
    sql`n.schedule_id = ${schedule_id} and (n.seen_at is null or n.seen_at >= ${seenSince})
      and (n.written_by is distinct from ${user_id}::integer or n.written_at < ${since})`,
    limit,
  )

/** Notes that somebody has written since a time. */
export const listNotesBy = (
  db: Queryable,
  reach: Reach,
  userId: number,
  since: Date,
  limit: number,
): Promise<ShiftNote[]> => selectNotes(db, reach, sql`n.written_by = ${userId} and n.written_at >= ${since}`, limit)

export interface LockedNote {
  id: number
  schedule_id: number
  text: string
  written_by: number | null
  seen_at: Date | null
}

/** Locked: nobody else can change or delete it before this transaction is over. Whose schedule it is of is up to the caller. */
export async function lockNote(tx: Queryable, id: number): Promise<LockedNote | null> {
  const [note] = await tx.query<LockedNote>(sql`
    select id, schedule_id, text, written_by, seen_at from shift_notes where id = ${id}::bigint for update`)
  return note ?? null
}

export async function countUnseen(tx: Queryable, scheduleId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from shift_notes where schedule_id = ${scheduleId} and seen_at is null`)
  return row!.count
}

export async function insertNote(
  tx: Queryable,
  scheduleId: number,
  text: string,
  writtenBy: number,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into shift_notes (schedule_id, text, written_at, written_by)
    values (${scheduleId}, ${text}, ${now}, ${writtenBy})`)
}

export async function setSeen(tx: Queryable, id: number, seenBy: number, now: Date): Promise<void> {
  await tx.query(sql`update shift_notes set seen_at = ${now}, seen_by = ${seenBy} where id = ${id} and seen_at is null`)
}

export async function deleteNote(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`delete from shift_notes where id = ${id} and seen_at is null`)
}

/** Deletes notes 90 days after they were written. Returns whether there may be more. */
export async function dropOldShiftNotes(db: Database, now: Date): Promise<boolean> {
  const old = await db.query(sql`
    delete from shift_notes
    where id in (select id from shift_notes where written_at < ${secondsAfter(now, -KEPT_S)} order by written_at limit ${AT_ONCE})
    returning 1`)
  return old.length === AT_ONCE
}
