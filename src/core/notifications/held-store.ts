import sql, { raw, type Sql } from 'sql-template-tag'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import { inEachCell } from '../cells/in-each-cell.ts'
import { type Announcement, incidentLane } from '../webhooks/events/webhook-events.ts'
import { factsOf } from './announcement-parts.ts'

type HeldStatus = 'held' | 'sent' | 'dropped'

/** State of an announcement that a silence has held. */
export interface HeldState {
  subject: string
  event: string
  status: HeldStatus
}

/** Locks the rows it finds, so that sending and ending the same subject happen one after the other. */
export async function lockHeld(tx: InCell, subjects: readonly string[]): Promise<HeldState[]> {
  if (subjects.length === 0) return []
  return tx.query<HeldState>(sql`
    select subject, event, status
    from held_notifications
    where subject = any (${subjects}::text[])
    order by subject, event
    for update`)
}

export interface Hold {
  subject: string
  announcement: Announcement
  silence_id: number
  until: Date
}

export async function saveHolds(tx: InCell, holds: readonly Hold[], now: Date): Promise<void> {
  if (holds.length === 0) return
  const rows = holds.map((hold) => ({
    ...hold,
    event: hold.announcement.event,
    device_id: factsOf(hold.announcement).device_id ?? null,
  }))
  await tx.query(sql`
    insert into held_notifications (
      subject, event, device_id, silence_id, announcement, status, held_at, next_check_at
    )
    select h.subject, h.event, h.device_id, h.silence_id, h.announcement, 'held', ${now}, h.until
    from json_to_recordset(${JSON.stringify(rows)}::json) as h (
      subject text, event text, device_id integer, silence_id integer, announcement json, until timestamptz
    )
    on conflict (subject, event) do update
    set
      silence_id = excluded.silence_id, announcement = excluded.announcement, status = 'held',
      held_at = excluded.held_at, next_check_at = excluded.next_check_at`)
}

/** Marks all held announcements of these subjects as sent or dropped. */
export async function settleHeld(tx: InCell, subjects: readonly string[], status: HeldStatus): Promise<void> {
  if (subjects.length === 0) return
  await tx.query(sql`
    update held_notifications set status = ${status} where subject = any (${subjects}::text[]) and status <> 'sent'`)
}

export async function settleNotification(
  tx: InCell,
  { subject, event }: { subject: string; event: string },
  status: 'sent' | 'dropped',
): Promise<void> {
  await tx.query(sql`
    update held_notifications set status = ${status} where subject = ${subject} and event = ${event}`)
}

/** Schedules a check of everything that these silences hold, because they have changed. */
export async function recheckHeldNotifications(tx: Queryable, silenceId: number, now: Date): Promise<void> {
  await inEachCell(tx, (cell) =>
    cell.query(sql`
      update held_notifications set next_check_at = ${now} where silence_id = ${silenceId} and status = 'held'`),
  )
}

/**
 * Schedules a check of alerts that have become worse or come back: a silence may not cover them any more, and an alert
 * that came back after its silence was never announced.
 */
export async function reconsiderAlerts(tx: InCell, alertIds: readonly number[], now: Date): Promise<void> {
  if (alertIds.length === 0) return
  await tx.query(sql`
    update held_notifications
    set status = 'held', next_check_at = ${now}
    where subject = any (${alertIds.map((id) => `alert:${id}`)}::text[]) and status <> 'sent'`)
}

export interface HeldNotification {
  subject: string
  event: string
  announcement: Announcement
  silence_id: number | null
  /** Null also for a silence of a site that its device has left. */
  silence_reason: string | null
  goes_on: boolean
}

export async function isAnythingDue(db: Queryable, now: Date): Promise<boolean> {
  const due = await db.query(sql`
    select from held_notifications where status = 'held' and next_check_at <= ${now} limit 1`)
  return due.length > 0
}

/**
 * Held announcements that are due, with the current state of their subjects. The rows are locked until the transaction
 * ends.
 */
export function takeHeld(tx: InCell, now: Date, limit: number): Promise<HeldNotification[]> {
  return selectAsItStands(
    tx,
    sql`
      where (h.subject, h.event) in (
        select due.subject, due.event
        from held_notifications as due
        where due.status = 'held' and due.next_check_at <= ${now}
        order by due.next_check_at
        limit ${limit}
        for update skip locked
      )`,
  )
}

/** Beginnings of these incidents that were not announced yet. */
export async function takeUnannouncedIncidents(
  tx: InCell,
  incidentIds: readonly number[],
): Promise<HeldNotification[]> {
  if (incidentIds.length === 0) return []
  const subjects = incidentIds.map((id) => `incident:${id}`)
  const unannounced = await tx.query<{ subject: string }>(sql`
    update held_notifications
    set status = 'sent'
    where subject = any (${subjects}::text[]) and event = 'incident.created' and status <> 'sent'
    returning subject`)
  if (unannounced.length === 0) return []
  return selectAsItStands(
    tx,
    sql`where h.subject = any (${unannounced.map((row) => row.subject)}::text[]) and h.event = 'incident.created'`,
  )
}

/** Fields that may have changed since the announcement was held. */
type Present = Partial<Record<'severity' | 'title' | 'threshold' | 'incident_id' | 'status', unknown>>

/** Held announcements with the current state of their subjects, in the order in which they were held. */
async function selectAsItStands(tx: Queryable, where: Sql): Promise<HeldNotification[]> {
  const rows = await tx.query<HeldNotification & { present: Present | null; site_id: number | null }>(sql`
    select
      h.subject, h.event, h.announcement, coalesce(i.site_id, owner.site_id) as site_id, h.silence_id,
      case when s.site_id is null or s.site_id = coalesce(i.site_id, owner.site_id) then s.reason end as silence_reason,
      case
        when a.alert_id is not null
        then jsonb_build_object(
          'severity', a.severity, 'title', a.title, 'title_of', a.title_of, 'threshold', a.threshold,
          'incident_id', a.incident_id
        )
        when i.incident_id is not null
        then jsonb_build_object('severity', i.severity, 'title', i.title, 'title_of', i.title_of, 'status', i.status)
      end as present,
      coalesce(
        case
          when a.alert_id is not null then a.status <> 'resolved'
          when i.incident_id is not null then i.status <> 'resolved' and exists (
            select from alerts as member where member.incident_id = i.incident_id and member.status <> 'resolved'
          )
          else d.status = 'offline'
        end,
        false
      ) as goes_on
    from held_notifications as h
    left join silences as s on s.id = h.silence_id
    left join alerts as a on a.alert_id = ${idOf('alert')}
    left join incidents as i on i.incident_id = ${idOf('incident')}
    left join device_states as d on d.device_id = ${idOf('device')}
    left join devices as owner on owner.id = coalesce(a.device_id, i.device_id, d.device_id)
    ${where}
    order by h.held_at, h.subject`)
  return rows.map(({ present, site_id, ...held }) => ({
    ...held,
    announcement: { ...asItStands(held.announcement, present), site_id },
  }))
}

function asItStands(announcement: Announcement, present: Present | null): Announcement {
  if (present === null) return announcement
  const { severity = announcement.severity, incident_id } = present
  return {
    ...announcement,
    severity,
    lane: typeof incident_id === 'number' ? incidentLane(incident_id) : announcement.lane,
    data: { ...announcement.data, ...present },
  } as Announcement
}

const idOf = (kind: 'alert' | 'incident' | 'device') =>
  raw(`case when h.subject like '${kind}:%' then split_part(h.subject, ':', 2)::bigint end`)

export async function keepHeld(
  tx: InCell,
  held: { subject: string; event: string },
  silenceId: number,
  until: Date,
): Promise<void> {
  await tx.query(sql`
    update held_notifications
    set silence_id = ${silenceId}, next_check_at = ${until}
    where subject = ${held.subject} and event = ${held.event}`)
}
