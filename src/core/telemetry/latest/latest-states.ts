import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { inReach, type Reach } from '../../reach/reach.ts'
import type { OwnMetrics } from '../../vocabulary/own-metrics.ts'

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
  device_metrics: OwnMetrics
}

/** Those of these devices that are in reach. */
export function listLatestStates(db: Queryable, reach: Reach, deviceIds: readonly number[]): Promise<LatestState[]> {
  return db.query<LatestState>(sql`
    select
      s.device_id, s.status, s.last_seen, s.at, s.metrics, s.flags, s.battery, s.signal, s.lat, s.lng,
      d.metrics as device_metrics
    from device_states as s
    join devices as d on d.id = s.device_id
    where s.device_id = any (${deviceIds}::integer[]) and ${inReach(reach, 'viewer', sql`d.site_id`)}
    order by s.device_id`)
}
