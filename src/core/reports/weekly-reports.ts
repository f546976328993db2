import sql from 'sql-template-tag'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { type ChangeBy, recordChange } from '../audit-log/record-change.ts'
import type { User } from '../people/user.ts'
import { mayActIn } from '../reach/reach.ts'
import { nextMonday } from './mondays.ts'
import type { ReportKey } from './report-kinds.ts'

/** Each may read the tracks of many devices. */
const MOST_WEEKLY = 20

/** A report that a person gets every Monday. */
export interface WeeklyReport {
  id: number
  kind: ReportKey
  /** Null: all sites in reach. */
  site_id: number | null
  tag: string | null
  next_at: Date
}

type Wanted = Pick<WeeklyReport, 'kind' | 'site_id' | 'tag'>

const COLUMNS = sql`id, kind, site_id, tag, next_at`

export const listWeeklyReports = (db: Queryable, userId: number): Promise<WeeklyReport[]> =>
  db.query<WeeklyReport>(sql`select ${COLUMNS} from weekly_reports where user_id = ${userId} order by id`)

/** Whether mail of the service reaches this person. */
export async function hasMail(db: Queryable, userId: number): Promise<boolean> {
  const [found] = await db.query(sql`
    select from contact_methods where user_id = ${userId} and kind = 'email' and state = 'verified' limit 1`)
  return found !== undefined
}

/** Sends a report to its reader from the next Monday on. The second time changes nothing. Throws 404 and 409. */
export async function addWeeklyReport(
  db: Database,
  owner: User & { zone: string },
  wanted: Wanted,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  const { kind, site_id, tag } = wanted
  if (site_id !== null && !mayActIn(by.reach, site_id, 'viewer')) throw notFound('Site')
  await db.transaction(async (tx) => {
    // Locked, so that two requests at once do not exceed the limit.
    await tx.query(sql`select from users where id = ${owner.id} for no key update`)
    const added = await tx.query(sql`
      insert into weekly_reports (user_id, kind, site_id, tag, next_at, created_at)
      values (${owner.id}, ${kind}, ${site_id}, ${tag}, ${nextMonday(now, owner.zone)}, ${now})
      on conflict do nothing
      returning id`)
    if (added.length === 0) return
    if ((await listWeeklyReports(tx, owner.id)).length > MOST_WEEKLY) throw conflict('weekly_reports_most', MOST_WEEKLY)
    await record(tx, owner, by, 'weekly_report.created', { before: null, after: wanted }, now)
  })
}

/** Throws 404. */
export async function removeWeeklyReport(
  db: Database,
  owner: User,
  id: number,
  by: ChangeBy,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.query<Wanted>(sql`
      delete from weekly_reports where id = ${id} and user_id = ${owner.id} returning kind, site_id, tag`)
    if (before === undefined) throw notFound('Report')
    await record(tx, owner, by, 'weekly_report.deleted', { before, after: null }, now)
  })
}

const record = (
  tx: Queryable,
  { id, email }: User,
  by: ChangeBy,
  action: string,
  change: { before: Wanted | null; after: Wanted | null },
  now: Date,
) => recordChange(tx, by, { action, subject: { type: 'user', id, name: email }, ...change }, now)
