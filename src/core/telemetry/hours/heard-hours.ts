import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { HOUR_MS, hourOf } from './closed-hours.ts'

/**
 * For each of these devices, whether it has readings in each of the last hours, oldest first; the last one is the
 * current hour. Each hour is one lookup in the primary key, which ends at the first reading found.
 */
export async function listHeardHours(
  db: Queryable,
  deviceIds: readonly number[],
  hours: number,
  now: Date,
): Promise<Map<number, boolean[]>> {
  if (deviceIds.length === 0) return new Map()
  const last = hourOf(now.getTime())
  const starts = Array.from({ length: hours }, (_, place) => new Date(last - (hours - 1 - place) * HOUR_MS))
  const rows = await db.query<{ device_id: number; heard: boolean[] }>(sql`
    select
      device_id,
      array(
        select exists (
          select from readings as r where r.device_id = d.device_id and r.at >= h.hour and r.at < h.hour + interval '1 hour'
        )
        from unnest(${starts}::timestamptz[]) as h (hour)
        order by h.hour
      ) as heard
    from unnest(${deviceIds}::integer[]) as d (device_id)`)
  return new Map(rows.map(({ device_id, heard }) => [device_id, heard]))
}
