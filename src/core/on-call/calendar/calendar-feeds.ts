import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { conflict, invalidField, notFound } from '../../../platform/errors.ts'
import { hashToken, isTokenShaped, newToken } from '../../../platform/secrets.ts'
import { type ChangeBy, type ProvenBy, recordChange } from '../../audit-log/record-change.ts'
import { reachSql, type StoredReach, storedReach } from '../../reach/reach.ts'
import { findPeople, listDisabled } from '../people-store.ts'
import { daysAfter } from '../read-on-call.ts'
import type { NamedSchedule } from '../schedule.ts'
import { areSeenBy, findSchedule, readPlans } from '../schedule-store.ts'
import { calendarText } from './calendar-text.ts'
import { eventOf, heldStretches } from './shift-events.ts'

const MOST_FEEDS = 20
const [PAST_DAYS, FUTURE_DAYS] = [15, 365]
/** Programs read a calendar often; the time is for people. */
const READ_NOTED_EVERY_S = 60

export interface CalendarFeed {
  id: number
  /** Null: the owner's shifts in all schedules. */
  schedule: NamedSchedule | null
  created_at: Date
  last_read_at: Date | null
}

const SELECT = sql`
  select
    f.id, case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as schedule, f.created_at,
    f.last_read_at
  from calendar_feeds as f
  left join schedules as s on s.id = f.schedule_id`

export function listFeeds(db: Queryable, userId: number): Promise<CalendarFeed[]> {
  return db.query<CalendarFeed>(sql`${SELECT} where f.user_id = ${userId} order by f.id`)
}

/** Creates a calendar of one schedule, or of a person's own shifts. Its secret is never shown again. Throws 400 and 409. */
export async function createFeed(
  db: Database,
  userId: number,
  scheduleId: number | null,
  by: ProvenBy,
  now: Date,
): Promise<CalendarFeed & { secret: string }> {
  const secret = newToken()
  return db.transaction(async (tx) => {
    const schedule = scheduleId === null ? null : await findSchedule(tx, by.reach, scheduleId)
    if (scheduleId !== null && schedule === null) throw invalidField('/schedule_id', 'no_such_schedule', scheduleId)
    // Locked, so that two requests at once do not exceed the limit.
    await tx.query(sql`select from users where id = ${userId} for no key update`)
    if ((await listFeeds(tx, userId)).length >= MOST_FEEDS) throw conflict('feeds_most', MOST_FEEDS)
    const [row] = await tx.query<{ id: number }>(sql`
      insert into calendar_feeds (secret_hash, user_id, schedule_id, created_at)
      values (${hashToken(secret)}, ${userId}, ${scheduleId}, ${now})
      returning id`)
    const feed = { id: row!.id, schedule: schedule && { id: schedule.id, name: schedule.name } }
    await record(
      tx,
      by,
      'calendar_feed.created',
      feed,
      { before: null, after: { schedule: schedule?.name ?? null } },
      now,
    )
    return { ...feed, created_at: now, last_read_at: null, secret }
  })
}

/** Throws 404. */
export async function deleteFeed(db: Database, userId: number, id: number, by: ChangeBy, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [feed] = await tx.query<CalendarFeed>(
      sql`${SELECT} where f.id = ${id}::bigint and f.user_id = ${userId} for update of f`,
    )
    if (feed === undefined) throw notFound('Calendar')
    await tx.query(sql`delete from calendar_feeds where id = ${feed.id}`)
    const before = { schedule: feed.schedule?.name ?? null }
    await record(tx, by, 'calendar_feed.deleted', feed, { before, after: null }, now)
  })
}

function record(
  tx: Queryable,
  by: ChangeBy,
  action: string,
  { id, schedule }: Pick<CalendarFeed, 'id' | 'schedule'>,
  states: { before: object | null; after: object | null },
  now: Date,
): Promise<void> {
  return recordChange(tx, by, { action, subject: { type: 'calendar_feed', id, name: schedule?.name }, ...states }, now)
}

/**
 * The text of a calendar; null for an unknown secret, for that of a person whose account is disabled, and for a schedule
 * out of the person's reach.
 */
export async function readCalendar(db: Queryable, secret: string, domain: string, now: Date): Promise<string | null> {
  if (!isTokenShaped(secret)) return null
  const [feed] = await db.query<
    {
      id: number
      user_id: number
      schedule_id: number | null
      last_read_at: Date | null
    } & StoredReach
  >(sql`
    select f.id, f.user_id, f.schedule_id, f.last_read_at, ${reachSql('u')}
    from calendar_feeds as f
    join users as u on u.id = f.user_id
    where f.secret_hash = ${hashToken(secret)} and u.enabled`)
  if (feed === undefined) return null
  if (feed.last_read_at === null || secondsAfter(feed.last_read_at, READ_NOTED_EVERY_S) <= now) {
    await db.query(sql`update calendar_feeds set last_read_at = ${now} where id = ${feed.id}`)
  }
  const window = { from: daysAfter(now, -PAST_DAYS), to: daysAfter(now, FUTURE_DAYS) }
  const unavailable = { user_ids: await listDisabled(db), since: now }
  // Long shifts may have begun before the window; their overrides and versions are needed to know from when on.
  const reach = storedReach(feed)
  const isMeant = sql`(${feed.schedule_id}::integer is null or s.id = ${feed.schedule_id}) and ${areSeenBy(reach)}`
  const plans = await readPlans(db, isMeant, { from: daysAfter(window.from, -FUTURE_DAYS), to: window.to })
  const isOwn = feed.schedule_id === null
  if (!isOwn && plans.length === 0) return null
  const found = plans.flatMap((plan) =>
    heldStretches(plan, window, unavailable)
      .filter(({ user_id }) => !isOwn || user_id === feed.user_id)
      .map((stretch) => ({ plan, stretch })),
  )
  const people = await findPeople(db, reach, [...new Set(found.map(({ stretch }) => stretch.user_id))])
  const names = new Map([...people].map(([id, { name }]) => [id, name]))
  const events = found.map(({ plan, stretch }) => eventOf(plan, stretch, isOwn, { names, domain }))
  return calendarText(isOwn ? 'On call' : `On call: ${plans[0]?.name ?? ''}`, events)
}
