import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, forbidden, invalidField, mustExist } from '../../platform/errors.ts'
import type { Window } from '../../platform/weekly-windows.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import { mayActIn } from '../reach/reach.ts'
import type { Override } from './final-schedule.ts'
import { getLocked } from './manage-schedules.ts'
import {
  endOverride,
  findOverride,
  insertOverride,
  linkSwap,
  listOverrides,
  type OverrideRecord,
} from './override-store.ts'
import { findPeople, type KnownPerson } from './people-store.ts'
import { daysAfter } from './read-on-call.ts'
import type { NewOverrideBody } from './schedule-shapes.ts'
import { touchSchedule } from './schedule-store.ts'

const MOST_OVERRIDES = 500
const LONGEST_DAYS = 366

/**
 * Somebody takes over for a while; from now on, if it would have begun before. With `swap`, the person who is replaced
 * takes over in return. Operators only take over themselves. Throws 400, 403, 404, and 409 if there are too many.
 */
export async function createOverride(
  db: Database,
  scheduleId: number,
  { user_id, replaces = null, swap, ...times }: NewOverrideBody,
  by: ChangeBy,
  now: Date,
): Promise<number> {
  const isOwn = by.actor?.id === user_id && swap === undefined
  if (swap !== undefined && replaces === null) throw invalidField('/replaces', 'missing', 'replaces')
  const wanted = [{ user_id, replaces, ...windowOf(times, '', now) }]
  if (swap !== undefined) wanted.push({ user_id: replaces!, replaces: user_id, ...windowOf(swap, '/swap', now) })
  return db.transaction(async (tx) => {
    const schedule = await getLocked(tx, scheduleId, by.reach, 'operator')
    if (!isOwn && !mayActIn(by.reach, schedule.site_id, 'admin')) throw forbidden('only_own_shifts')
    const people = await findPeople(tx, by.reach, replaces === null ? [user_id] : [user_id, replaces])
    if (people.get(user_id)?.enabled !== true) throw invalidField('/user_id', 'no_such_person', user_id)
    const replaced = replaces === null ? null : people.get(replaces)
    if (replaced === undefined || (swap !== undefined && !replaced?.enabled)) {
      throw invalidField('/replaces', 'no_such_person', replaces!)
    }
    if ((await listOverrides(tx, by.reach, scheduleId, now)).length + wanted.length > MOST_OVERRIDES) {
      throw conflict('overrides_most', MOST_OVERRIDES)
    }
    const ids: number[] = []
    for (const override of wanted) {
      ids.push(await insertOverride(tx, scheduleId, override, by.actor?.id ?? null, now))
      const after = recordedOf(override, people)
      await record(tx, by, 'schedule.override_created', schedule, { before: null, after }, now)
    }
    const [id, other] = ids
    if (other !== undefined) await linkSwap(tx, id!, other)
    await touchSchedule(tx, scheduleId, schedule.name, now)
    return id!
  })
}

/** An override in the audit log, which knows people by their email. */
function recordedOf({ user_id, replaces, from, to }: Omit<Override, 'id'>, people: ReadonlyMap<number, KnownPerson>) {
  const emailOf = (id: number | null): string | null => (id === null ? null : people.get(id)?.email) ?? null
  return { user: emailOf(user_id), replaces: emailOf(replaces), from, to }
}

function windowOf({ from, to }: { from: string; to: string }, path: string, now: Date): Window {
  const [begin, end] = [new Date(from), new Date(to)]
  if (Number.isNaN(begin.getTime())) throw invalidField(`${path}/from`, 'no_time')
  if (Number.isNaN(end.getTime())) throw invalidField(`${path}/to`, 'no_time')
  if (end <= begin) throw invalidField(`${path}/to`, 'to_before_from')
  if (end <= now) throw invalidField(`${path}/to`, 'end_in_past')
  const start = begin < now ? now : begin
  if (end > daysAfter(start, LONGEST_DAYS)) throw invalidField(`${path}/to`, 'too_long_time', LONGEST_DAYS)
  return { from: start, to: end }
}

/**
 * Ends an override, from now on: what is over stays. Of a swap, both end. Operators may do so with their own ones. Throws
 * 403, 404, and 409 for one that is over.
 */
export async function removeOverride(
  db: Database,
  scheduleId: number,
  id: number,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const schedule = await getLocked(tx, scheduleId, by.reach, 'operator')
    const override = mustExist('Override', await findOverride(tx, by.reach, scheduleId, id))
    if (!mayRemove(by, schedule.site_id, override)) throw forbidden('only_own_shifts')
    if (override.to <= now) throw conflict('override_over')
    const other =
      override.swapped_with === null ? null : await findOverride(tx, by.reach, scheduleId, override.swapped_with)
    for (const one of other !== null && other.to > now ? [override, other] : [override]) {
      await endOverride(tx, one.id, now)
      const replaces = one.replaces?.id ?? null
      const people = await findPeople(tx, by.reach, [one.user.id, replaces ?? one.user.id])
      const before = recordedOf({ ...one, user_id: one.user.id, replaces }, people)
      await record(tx, by, 'schedule.override_deleted', schedule, { before, after: null }, now)
    }
    await touchSchedule(tx, scheduleId, schedule.name, now)
  })
}

export function mayRemove(
  { actor, reach }: Pick<ChangeBy, 'reach'> & { actor: { id: number } | null },
  siteId: number | null,
  { user, created_by }: OverrideRecord,
): boolean {
  return mayActIn(reach, siteId, 'admin') || [user.id, created_by?.id].includes(actor?.id)
}

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
