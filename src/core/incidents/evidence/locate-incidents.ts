import sql from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import { appendTimeline } from '../timeline.ts'

/**
 * An incident keeps the position at which it began. If that is unknown, the first alert with a position sets it; a
 * later alert at another position is noted on the timeline.
 */
export async function locateIncidents(
  tx: InCell,
  sightings: readonly { incident_id: number; position: { lat: number; lng: number; at: Date } | null }[],
  now: Date,
): Promise<void> {
  const known = sightings.flatMap(({ incident_id, position }) =>
    position === null ? [] : [{ incident_id, ...position }],
  )
  if (known.length === 0) return
  const moved = await tx.query<{ incident_id: number; lat: number; lng: number; at: Date }>(sql`
    update incidents as i
    set
      lat = coalesce(i.lat, p.lat),
      lng = coalesce(i.lng, p.lng),
      location_at = coalesce(i.location_at, p.at)
    from (
      select distinct on (incident_id) incident_id, lat, lng, at
      from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as given (
        incident_id bigint, lat float8, lng float8, at timestamptz
      )
      order by incident_id, at desc
    ) as p
    where i.incident_id = p.incident_id and (i.lat, i.lng) is distinct from (p.lat, p.lng)
    returning i.incident_id, p.lat, p.lng, p.at`)
  const entries = moved.map(({ incident_id, lat, lng, at }) => ({
    incident_id,
    kind: 'location' as const,
    user_id: null,
    says: { code: 'location' as const, lat, lng, at: at.toISOString() },
  }))
  await appendTimeline(tx, entries, now)
}
