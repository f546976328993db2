import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'

/** Latest values of a device. */
export interface LatestState {
  device_id: number
  status: 'never_seen' | 'online' | 'offline'
  last_seen: Date | null
  at: Date | null
  metrics: Record<string, unknown>
  flags: Record<string, unknown>
  battery: number | null
  signal: number | null
  lat: number | null
  lng: number | null
}

export function listLatestStates(db: Queryable, deviceIds: readonly number[]): Promise<LatestState[]> {
  return db.query<LatestState>(sql`
    select device_id, status, last_seen, at, metrics, flags, battery, signal, lat, lng
    from device_states
    where device_id = any (${deviceIds}::integer[])
    order by device_id`)
}
