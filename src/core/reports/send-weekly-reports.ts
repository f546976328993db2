import sql from 'sql-template-tag'
import { secondsAfter } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { NotificationFacts } from '../contact-methods/messages/notification-facts.ts'
import { queueNotifications } from '../contact-methods/outbox/queue-notifications.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../people/preferences/preferences.ts'
import { zoneToday } from '../people/preferences/time-zones.ts'
import { highestRole, limitedReach, reachSql, type StoredReach, storedReach } from '../reach/reach.ts'
import { lastWeek, nextMonday } from './mondays.ts'
import { type Report, readReport } from './read-report.ts'
import { REPORT_KINDS } from './report-kinds.ts'
import type { WeeklyReport } from './weekly-reports.ts'

/** A mail has the most important rows; the page has all of them. */
const ROWS_OF_MAIL = 15
const AGAIN_AFTER_S = 3_600

interface DueReport extends WeeklyReport, StoredReach {
  user_id: number
  site: string | null
  preferences: Partial<Preferences>
  /** Methods by which mail reaches the person. */
  method_ids: number[]
}

/**
 * Sends one report that is due to its reader. It is read before anything is locked; whoever then sets its next time sends it, so
 * it is sent once. After a time without the service, only the last week is sent. Returns whether there may be more.
 */
export async function sendWeeklyReports(db: Database, now: Date): Promise<boolean> {
  const [due] = await db.query<DueReport>(sql`
    select
      w.id, w.kind, w.site_id, w.tag, w.next_at, w.user_id, ${reachSql('u')}, u.preferences,
      (select name from sites where id = w.site_id and deleted_at is null) as site,
      array(
        select m.id
        from contact_methods as m
        where m.user_id = u.id and m.kind = 'email' and m.state = 'verified' and u.enabled
        order by m.id
      ) as method_ids
    from weekly_reports as w
    join users as u on u.id = w.user_id
    where w.next_at <= ${now}
    order by w.next_at, w.id
    limit 1`)
  if (due === undefined) return false
  const { zone: own, language } = { ...DEFAULT_PREFERENCES, ...due.preferences }
  const zone = (own && zoneToday(own)) ?? 'UTC'
  const period = lastWeek(now, zone)
  const facts =
    due.method_ids.length === 0
      ? null
      : await factsOf(db, due, { period, language, now }).catch(async (error: unknown) => {
          await putOff(db, due, now)
          throw error
        })
  await db.transaction(async (tx) => {
    const taken = await tx.query(sql`
      update weekly_reports
      set next_at = ${nextMonday(now, zone)}
      where id = ${due.id} and next_at = ${due.next_at}
      returning id`)
    if (taken.length === 0 || facts === null) return
    const notifications = due.method_ids.map((method_id) => ({
      ...{ run_id: null, incident_id: null, severity: null, facts, method_id },
      ...{ user_id: due.user_id, due_at: now, held: false },
      dedupe_key: `report ${due.id}:${period.from.toISOString()}:${method_id}`,
    }))
    await queueNotifications(tx.inCell(0), notifications, now)
  })
  return true
}

/** One that cannot be read now must not keep the others from being sent. */
const putOff = (db: Database, { id, next_at }: DueReport, now: Date) =>
  db.query(sql`
    update weekly_reports set next_at = ${secondsAfter(now, AGAIN_AFTER_S)} where id = ${id} and next_at = ${next_at}`)

/** Null for a person who no longer reaches what it is about. */
async function factsOf(
  db: Database,
  { kind, site, site_id, tag, ...stored }: DueReport,
  { period, language, now }: { period: { from: Date; to: Date }; language: Preferences['language']; now: Date },
): Promise<NotificationFacts | null> {
  const all = storedReach(stored)
  const reach = site_id === null ? all : limitedReach(all, null, [site_id])
  if (highestRole(reach) === null || (site_id !== null && site === null)) return null
  const report = await readReport(db, kind, { reach, tag, ...period, language, now })
  return {
    reason: 'report',
    report: kind,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    site: site_id === null ? null : { id: site_id, name: site! },
    tag,
    ...contentOf(report),
  }
}

const contentOf = ({ kind, rows, totals }: Report) => ({
  columns: REPORT_KINDS[kind].columns.map(({ name, amount }) => ({ name, amount })),
  rows: rows.slice(0, ROWS_OF_MAIL).map(({ name, device, values }) => ({
    name: device === null || device.name === name ? name : `${name}, ${device.name}`,
    values,
  })),
  totals,
  more: Math.max(0, rows.length - ROWS_OF_MAIL),
})
