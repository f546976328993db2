import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, forbidden, invalidField, notFound } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { mayActAs, type User } from '../people/user.ts'
import { getLocked } from './manage-schedules.ts'
import { endOverride, findOverride, insertOverride, listOverrides, type OverrideRecord } from './override-store.ts'
import { findPeople } from './people-store.ts'
import { daysAfter } from './read-on-call.ts'
import type { NewOverrideBody } from './schedule-shapes.ts'
import { touchSchedule } from './schedule-store.ts'

const MOST_OVERRIDES = 500
const LONGEST_DAYS = 366

/** `null` may do everything: a command. */
type Editor = Pick<User, 'id' | 'role'> | null

/**
 * Somebody takes over for a while; from now on, if it would have begun before. Operators only do so themselves. Throws
 * 400, 403, 404, and 409 if there are too many.
 */
export async function createOverride(
  db: Database,
  scheduleId: number,
  body: NewOverrideBody,
  editor: Editor,
  by: ChangeBy,
  now: Date,
): Promise<number> {
  const { user_id, replaces = null } = body
  if (editor !== null && editor.id !== user_id && !mayActAs(editor.role, 'admin')) throw forbidden('only_own_shifts')
  const window = windowOf(body, now)
  return db.transaction(async (tx) => {
    const schedule = await getLocked(tx, scheduleId)
    const people = await findPeople(tx, replaces === null ? [user_id] : [user_id, replaces])
    if (people.get(user_id)?.enabled !== true) throw invalidField('/user_id', 'no_such_person', user_id)
    if (replaces !== null && !people.has(replaces)) throw invalidField('/replaces', 'no_such_person', replaces)
    if ((await listOverrides(tx, scheduleId, now)).length >= MOST_OVERRIDES) {
      throw conflict('overrides_most', MOST_OVERRIDES)
    }
    const id = await insertOverride(tx, scheduleId, { user_id, replaces, ...window }, by.actor?.id ?? null, now)
    await touchSchedule(tx, scheduleId, schedule.name, now)
    const after = { user: people.get(user_id)!.email, replaces: emailOf(people, replaces), ...window }
    await record(tx, by, 'schedule.override_created', schedule, { before: null, after }, now)
    return id
  })
}

const emailOf = (people: Awaited<ReturnType<typeof findPeople>>, id: number | null): string | null =>
  (id === null ? null : people.get(id)?.email) ?? null

function windowOf({ from, to }: NewOverrideBody, now: Date): { from: Date; to: Date } {
  const [begin, end] = [new Date(from), new Date(to)]
  if (Number.isNaN(begin.getTime())) throw invalidField('/from', 'no_time')
  if (Number.isNaN(end.getTime())) throw invalidField('/to', 'no_time')
  if (end <= begin) throw invalidField('/to', 'to_before_from')
  if (end <= now) throw invalidField('/to', 'end_in_past')
  const start = begin < now ? now : begin
  if (end > daysAfter(start, LONGEST_DAYS)) throw invalidField('/to', 'too_long_time', LONGEST_DAYS)
  return { from: start, to: end }
}

/**
 * Ends an override, from now on: what is over stays. Operators may do so with their own ones. Throws 403, 404, and 409
 * for one that is over.
 */
export async function removeOverride(
  db: Database,
  scheduleId: number,
  id: number,
  editor: Editor,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const schedule = await getLocked(tx, scheduleId)
    const override = await findOverride(tx, scheduleId, id)
    if (override === null) throw notFound('Override')
    if (!mayRemove(editor, override)) throw forbidden('only_own_shifts')
    if (override.to <= now) throw conflict('override_over')
    await endOverride(tx, id, now)
    await touchSchedule(tx, scheduleId, schedule.name, now)
    const { user, replaces, from, to } = override
    const before = { user: user.name, replaces: replaces?.name ?? null, from, to }
    await record(tx, by, 'schedule.override_deleted', schedule, { before, after: null }, now)
  })
}

export const mayRemove = (editor: Editor, { user, created_by }: OverrideRecord): boolean =>
  editor === null || mayActAs(editor.role, 'admin') || user.id === editor.id || created_by?.id === editor.id

function record(
  tx: Queryable,
  by: ChangeBy,
  action: string,
  { id, name }: { id: number; name: string },
  states: { before: object | null; after: object | null },
  now: Date,
): Promise<void> {
  return recordChange(tx, by, { action, subject: { type: 'schedule', id, name }, ...states }, now)
}
