import type { Database, Queryable } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/sql-errors.ts'
import { conflict, fieldError, invalidField, invalidFields } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { Reach } from '../reach/reach.ts'
import { requireRoleIfShared } from '../reach/require-role.ts'
import type { Role } from '../reach/role.ts'
import { chooseSiteOrAll } from '../sites/site-choice.ts'
import { requireRoomFor } from '../sites/site-limits.ts'
import { findPeople } from './people-store.ts'
import type { Layer } from './rotation.ts'
import { checkRotations, type OnCallSchedule } from './schedule.ts'
import type { NewScheduleBody, ScheduleChangesBody } from './schedule-shapes.ts'
import { deleteSchedule, insertSchedule, insertVersion, lockSchedule, touchSchedule } from './schedule-store.ts'

/** Throws 400 if it is invalid, 403, and 409 if the name is taken or there are too many. */
export async function createSchedule(db: Database, body: NewScheduleBody, by: ChangeBy, now: Date): Promise<number> {
  const { time_zone, layers } = body
  const plan = { name: body.name.trim(), time_zone, layers }
  checkRotations(plan)
  return db.transaction(async (tx) => {
    const schedule = { site_id: await chooseSiteOrAll(tx, by.reach, 'admin', body.site_id), ...plan }
    await checkPeople(tx, by.reach, schedule.layers, [])
    await requireRoomFor(tx, 'schedules', schedule.site_id, now)
    const id = await insertSchedule(tx, schedule.site_id, schedule.name, now).catch(refuseTakenName)
    await insertVersion(tx, id, { ...plan, valid_from: now }, by.actor?.id ?? null, now)
    const subject = { type: 'schedule', id, name: schedule.name }
    await recordChange(tx, by, { action: 'schedule.created', subject, before: null, after: schedule }, now)
    return id
  })
}

/**
 * Changes a schedule from now on, or from `valid_from`; who was on call before stays as it was. Throws 400, 404, and 409
 * if the name is taken.
 */
export async function changeSchedule(
  db: Database,
  id: number,
  body: ScheduleChangesBody,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { name, time_zone, layers } = await getLocked(tx, id, by.reach, 'admin')
    const before = { name, time_zone, layers }
    const after = {
      name: (body.name ?? name).trim(),
      time_zone: body.time_zone ?? time_zone,
      layers: body.layers ?? layers,
    }
    checkRotations(after)
    await checkPeople(tx, by.reach, after.layers, layers)
    await touchSchedule(tx, id, after.name, now).catch(refuseTakenName)
    const isSame = JSON.stringify([time_zone, layers]) === JSON.stringify([after.time_zone, after.layers])
    if (!isSame) {
      const version = { ...after, valid_from: startOf(body.valid_from, now) }
      await insertVersion(tx, id, version, by.actor?.id ?? null, now)
    }
    const subject = { type: 'schedule', id, name: after.name }
    await recordChange(tx, by, { action: 'schedule.changed', subject, before, after }, now)
  })
}

function startOf(text: string | undefined, now: Date): Date {
  if (text === undefined) return now
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw invalidField('/valid_from', 'no_time')
  // An answer that is sent back with changes has the time of its present version.
  return time < now ? now : time
}

/** Says what else uses a schedule, so that it is not deleted. */
export type FindScheduleUses = (tx: Queryable, scheduleId: number) => Promise<string[]>

/** Deletes a schedule with its past, its overrides and its calendars. Throws 404, and 409 while something uses it. */
export async function removeSchedule(
  db: Database,
  id: number,
  findUses: FindScheduleUses,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { site_id, name, time_zone, layers } = await getLocked(tx, id, by.reach, 'admin')
    const uses = await findUses(tx, id)
    if (uses.length > 0) throw conflict('schedule_used', uses.join(', '))
    await deleteSchedule(tx, id)
    const subject = { type: 'schedule', id, name, site_id }
    await recordChange(
      tx,
      by,
      { action: 'schedule.deleted', subject, before: { name, time_zone, layers }, after: null },
      now,
    )
  })
}

/** Throws 404, and 403 for a role that is too low. */
export const getLocked = async (tx: Queryable, id: number, reach: Reach, needed: Role): Promise<OnCallSchedule> =>
  requireRoleIfShared(reach, needed, 'Schedule', await lockSchedule(tx, id))

/** New people must have an enabled account; those who are there already may have left since. */
async function checkPeople(
  tx: Queryable,
  reach: Reach,
  layers: readonly Layer[],
  before: readonly Layer[],
): Promise<void> {
  const staying = new Set(before.flatMap(({ people }) => people))
  const known = await findPeople(tx, reach, [...new Set(layers.flatMap(({ people }) => people))])
  const faults = layers.flatMap(({ people }, index) => {
    const unknown = people.find((id) => !(known.get(id)?.enabled ?? false) && !staying.has(id))
    return unknown === undefined ? [] : [fieldError(`/layers/${index}/people`, 'no_such_person', unknown)]
  })
  if (faults.length > 0) throw invalidFields(faults)
}

function refuseTakenName(error: unknown): never {
  throw isUniqueViolation(error) ? conflict('schedule_name_taken') : error
}
