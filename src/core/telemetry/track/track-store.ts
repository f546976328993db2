import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { TrackPoint } from '../history/history-store.ts'

interface TrackRange {
  deviceId: number
  from: Date
  to: Date
}

/** All points of a range, oldest first. */
export function listPlaces(db: Queryable, { deviceId, from, to }: TrackRange): Promise<TrackPoint[]> {
  return db.query<TrackPoint>(sql`
    select at, lat, lng, speed_kmh, heading, digest::text
    from track
    where device_id = ${deviceId} and at >= ${from} and at < ${to}
    order by track.at, track.digest`)
}

/**
 * The first point of each interval of a range, and the last point of the range, oldest first. The lookups are lateral,
 * since the planner would otherwise join with everything stored of the device. A day at 1 Hz takes about 55 ms.
 */
export function listSpacedLocations(
  db: Queryable,
  { deviceId, from, to }: TrackRange,
  widthMs: number,
): Promise<TrackPoint[]> {
  return db.query<TrackPoint>(sql`
    with stretches as (
      select min(at) as first, max(at) as last
      from (
        select at, date_bin(${`${widthMs} milliseconds`}::interval, at, 'epoch') as stretch
        from readings
        where device_id = ${deviceId} and at >= ${from} and at < ${to} and lat is not null
        offset 0
      ) as places
      group by stretch
    ), moments as (
      select first as at from stretches union select max(last) from stretches
    )
    select moments.at, place.lat, place.lng, place.speed_kmh, place.heading, place.digest
    from moments
    cross join lateral (
      select lat, lng, speed_kmh, heading, digest::text
      from track
      where device_id = ${deviceId} and track.at = moments.at
      order by track.digest
      limit 1
    ) as place
    order by moments.at`)
}
