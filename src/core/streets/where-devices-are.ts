import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import type { Coordinates } from '../../platform/great-circle.ts'
import type { StreetArea } from '../settings/map-source.ts'
import { boxOf } from './street-areas.ts'

/** Devices that have said where they are, in all sites. */
const LOCATED = sql`
  from devices as d
  join device_states as s on s.device_id = d.id
  where d.deleted_at is null and s.lat is not null`

/** The middle of most devices; null if none has said where it is. A few that are far away do not move it. */
export async function middleOfDevices(db: Queryable): Promise<Coordinates | null> {
  const [found] = await db.query<{ lat: number | null; lng: number | null }>(sql`
    select
      percentile_disc(0.5) within group (order by s.lat) as lat,
      percentile_disc(0.5) within group (order by s.lng) as lng
    ${LOCATED}`)
  return found == null || found.lat === null || found.lng === null ? null : { lat: found.lat, lng: found.lng }
}

/** How many devices there are with a location, and how many of them in the areas. */
export async function countDevicesIn(
  db: Queryable,
  areas: readonly StreetArea[],
): Promise<{ all: number; inside: number }> {
  const boxes = areas.map(boxOf)
  const [found] = await db.query<{ all: number; inside: number }>(sql`
    select
      count(*)::integer as "all",
      count(*) filter (where exists (
        select
        from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb)
          as b(west float8, south float8, east float8, north float8)
        where s.lat between b.south and b.north
          and (s.lng between b.west and b.east or s.lng + 360 between b.west and b.east
            or s.lng - 360 between b.west and b.east)
      ))::integer as inside
    ${LOCATED}`)
  return found!
}
