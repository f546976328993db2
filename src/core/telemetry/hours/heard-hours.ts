import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { chunksBetween } from '../chunks/chunks-between.ts'
import { HOUR_MS, hourOf } from './closed-hours.ts'

/**
 * For each of these devices, whether it has readings in each of the last hours, oldest first; the last one is the
 * current hour. Each hour is a lookup in a primary key, which ends at the first reading found; only a chunk around the
 * whole hour is opened.
 */
export async function listHeardHours(
  db: Queryable,
  deviceIds: readonly ReachedId<'device'>[],
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
          select from reading_rows as r where r.device_id = d.device_id and r.at >= h.hour and r.at < h.hour + interval '1 hour'
        ) or exists (
          select
          from ${chunksBetween(sql`d.device_id`, sql`h.hour`, sql`h.hour + interval '1 hour'`)} as c
          where c.first_at >= h.hour or c.last_at < h.hour + interval '1 hour' or exists (
            select
            from chunk_numbers as n
            where n.device_id = d.device_id and n.field = 'at' and n.first_at = c.first_at
              and n.first_digest = c.first_digest and n.at >= h.hour and n.at < h.hour + interval '1 hour'
          )
        )
        from unnest(${starts}::timestamptz[]) as h (hour)
        order by h.hour
      ) as heard
    from unnest(${deviceIds}::integer[]) as d (device_id)`)
  return new Map(rows.map(({ device_id, heard }) => [device_id, heard]))
}
