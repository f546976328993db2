import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { CellDatabase, InCell, Queryable } from '../../../platform/database/database.ts'
import { secondsLater } from '../../../platform/database/sql-times.ts'
import { announce } from '../../notifications/announce.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { type Announcement, deviceLane } from '../../webhooks/events/webhook-events.ts'
import { offlineThresholdSql } from './offline-threshold.ts'
import { recordServiceUp } from './service-uptime.ts'
import { isIntervalKnown } from './usual-interval.ts'

const AT_ONCE = 200
/** Time for a storm to take the device first. */
const INCIDENT_AFTER_S = 30

interface OverdueDevice {
  id: number
  site_id: number
  name: string
  module: Module
  tags: string[]
  last_seen: Date
  threshold_s: number
  battery: number | null
  signal: number | null
  lat: number | null
  lng: number | null
}

/**
 * Marks devices as offline when they are due, and announces each once. Returns whether there may be more.
 * `offline_check_at` is a timer that ordinary readings do not touch. When it is due:
 * 1. a device that has sent readings since gets the time at which it would really be offline (a disabled one is
 * checked again in a minute);
 * 2. a device that has not goes offline by compare-and-set, so that only one node announces it.
 */
export async function markOfflineDevices(db: CellDatabase, defaultS: number, now: Date): Promise<boolean> {
  const upSince = await recordServiceUp(db, now)
  if (upSince === null || !(await isAnyDue(db, now))) return false
  return db.transaction(async (tx) => {
    const rescheduled = await rescheduleHeardDevices(tx, defaultS, upSince, now)
    const overdue = await takeOverdueDevices(tx, defaultS, upSince, now)
    await announce(tx, overdue.map(deviceOffline), now)
    return rescheduled === AT_ONCE || overdue.length === AT_ONCE
  })
}

async function isAnyDue(db: Queryable, now: Date): Promise<boolean> {
  const due = await db.query(sql`
    select from device_states where status = 'online' and offline_check_at <= ${now} limit 1`)
  return due.length > 0
}

/** Never before one full threshold of the service's own uptime: while it was down, it could not hear any device. */
const dueSql = (defaultS: number, upSince: Date) =>
  secondsLater(sql`greatest(s.last_seen, ${upSince}::timestamptz)`, offlineThresholdSql(defaultS))

async function rescheduleHeardDevices(tx: InCell, defaultS: number, upSince: Date, now: Date): Promise<number> {
  const rows = await tx.query(sql`
    update device_states as s
    set offline_check_at = case when d.enabled then ${dueSql(defaultS, upSince)} else ${secondsAfter(now, 60)} end
    from devices as d
    where s.device_id in (
        select ringing.device_id
        from device_states as ringing
        where ringing.status = 'online' and ringing.offline_check_at <= ${now}
        order by ringing.device_id
        limit ${AT_ONCE}
        for no key update skip locked
      )
      and d.id = s.device_id
      and (${dueSql(defaultS, upSince)} > ${now} or not d.enabled)
    returning s.device_id`)
  return rows.length
}

function takeOverdueDevices(tx: InCell, defaultS: number, upSince: Date, now: Date): Promise<OverdueDevice[]> {
  return tx.query<OverdueDevice>(sql`
    update device_states as s
    set
      status = 'offline', offline_check_at = null, offline_at = ${now},
      offline_incident_at = case when ${isIntervalKnown} then ${secondsAfter(now, INCIDENT_AFTER_S)}::timestamptz end
    from devices as d
    where s.device_id in (
        select ringing.device_id
        from device_states as ringing
        join devices as owner on owner.id = ringing.device_id
        where ringing.status = 'online' and ringing.offline_check_at <= ${now} and owner.enabled
        order by ringing.device_id
        limit ${AT_ONCE}
        for no key update of ringing skip locked
      )
      and d.id = s.device_id
      and s.status = 'online'
      and ${dueSql(defaultS, upSince)} <= ${now}
    returning
      d.id, d.site_id, d.name, d.module, d.tags, s.last_seen, s.battery, s.signal, s.lat, s.lng,
      ${offlineThresholdSql(defaultS)} as threshold_s`)
}

function deviceOffline(device: OverdueDevice): Announcement {
  return {
    event: 'device.offline',
    data: {
      device_id: device.id,
      device_name: device.name,
      last_seen: device.last_seen,
      threshold_s: device.threshold_s,
      offline_since: secondsAfter(device.last_seen, device.threshold_s),
      module: device.module,
      battery: device.battery,
      signal: device.signal,
      lat: device.lat,
      lng: device.lng,
    },
    site_id: device.site_id,
    lane: deviceLane(device.id),
    severity: null,
    module: device.module,
    tags: device.tags,
  }
}
