import sql from 'sql-template-tag'
import { secondsAfter } from '../../../platform/clock.ts'
import type { InCell } from '../../../platform/database/database.ts'

const DAY_S = 86_400
/** The days that uptime is computed from, with today. */
export const UPTIME_DAYS = 90
const DROPPED_AT_ONCE = 2_000

/**
 * Adds the time for which these devices were offline until now to the days (UTC) on which they were. Their states must be
 * locked, so that each return is counted once. Days that nobody is shown any more are left out.
 */
export async function recordOfflineTime(tx: InCell, deviceIds: readonly number[], now: Date): Promise<void> {
  await tx.query(sql`
    insert into offline_days as o (device_id, day, offline_s)
    select
      s.device_id, d.day::date,
      extract(epoch from least(d.day + interval '1 day', local.now) - greatest(d.day, local.offline_at))
    from device_states as s
    cross join lateral (
      select s.offline_at at time zone 'UTC' as offline_at, ${now}::timestamptz at time zone 'UTC' as now
    ) as local
    cross join lateral generate_series(
      date_trunc('day', greatest(local.offline_at, local.now - ${UPTIME_DAYS}::integer * interval '1 day')),
      local.now, interval '1 day'
    ) as d (day)
    where s.device_id = any (${[...deviceIds]}::integer[]) and local.offline_at < local.now and d.day < local.now
    order by s.device_id, d.day
    on conflict (device_id, day) do update set offline_s = least(${DAY_S}, o.offline_s + excluded.offline_s)`)
}

/** Deletes some of the days before those; returns whether there may be more. */
export async function dropOldOfflineDays(db: InCell, now: Date): Promise<boolean> {
  const dropped = await db.query(sql`
    delete from offline_days
    where (device_id, day) in (
      select device_id, day
      from offline_days
      where day < (${secondsAfter(now, -UPTIME_DAYS * DAY_S)}::timestamptz at time zone 'UTC')::date
      limit ${DROPPED_AT_ONCE}
    )
    returning device_id`)
  return dropped.length === DROPPED_AT_ONCE
}
