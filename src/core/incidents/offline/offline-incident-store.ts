import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { InCell, Queryable } from '../../../platform/database/database.ts'
import type { SubjectDevice } from '../announcing/incident-announcements.ts'
import { AUTO_RESOLVE_AFTER_S } from '../incident.ts'

export interface OfflineDevice extends SubjectDevice {
  site_id: number
  /** Still offline, and in no storm. */
  is_lost: boolean
}

export async function areAnyDue(db: Queryable, now: Date): Promise<boolean> {
  const due = await db.query(sql`select from device_states where offline_incident_at <= ${now} limit 1`)
  return due.length > 0
}

/** Devices whose incident is due; none is taken twice. */
export function takeOfflineDevices(tx: InCell, limit: number, now: Date): Promise<OfflineDevice[]> {
  return tx.query<OfflineDevice>(sql`
    update device_states as s
    set offline_incident_at = null
    from devices as d
    where s.device_id in (
        select due.device_id
        from device_states as due
        where due.offline_incident_at <= ${now}
        order by due.device_id
        limit ${limit}
        for no key update skip locked
      )
      and d.id = s.device_id
    returning
      d.id, d.site_id, d.name, d.module, d.tags,
      s.status = 'offline' and d.enabled and d.deleted_at is null
        and not exists (
          select
          from storm_devices as m
          join incidents as i on i.incident_id = m.incident_id
          where m.device_id = d.id and (i.status <> 'resolved' or m.joined_at >= s.offline_at)
        )
        and not exists (
          select from incidents as i where i.device_id = d.id and i.origin = 'offline' and i.status <> 'resolved'
        ) as is_lost`)
}

export async function areAnyOpen(db: Queryable): Promise<boolean> {
  const open = await db.query(sql`select from incidents where origin = 'offline' and status <> 'resolved' limit 1`)
  return open.length > 0
}

/** Starts the timer for auto-resolution where the device is back, and stops it where it is lost again. */
export async function followReturns(db: InCell, now: Date): Promise<{ incident_id: number; is_back: boolean }[]> {
  return db.query<{ incident_id: number; is_back: boolean }>(sql`
    update incidents as i
    set
      resolve_due_at = case when s.status <> 'offline' then ${secondsAfter(now, AUTO_RESOLVE_AFTER_S)}::timestamptz end,
      cleared_since = case when s.status <> 'offline' then ${now}::timestamptz end
    from device_states as s
    where i.origin = 'offline' and i.status <> 'resolved' and s.device_id = i.device_id
      and (s.status <> 'offline') <> (i.resolve_due_at is not null)
    returning i.incident_id, s.status <> 'offline' as is_back`)
}

/** Offline incidents of these devices that are not resolved. */
export async function listOpenOf(tx: Queryable, deviceIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ incident_id: number }>(sql`
    select incident_id
    from incidents
    where device_id = any (${[...deviceIds]}::integer[]) and origin = 'offline' and status <> 'resolved'
    order by incident_id`)
  return rows.map(({ incident_id }) => incident_id)
}
