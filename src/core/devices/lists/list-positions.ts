import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { inReach, type Reach } from '../../reach/reach.ts'
import type { DeviceIcon } from '../../vocabulary/device-icons.ts'
import type { Module } from '../../vocabulary/modules.ts'
import type { DeviceStatus } from '../device-shape.ts'

export interface DevicePosition {
  id: number
  name: string
  module: Module
  icon: DeviceIcon | null
  status: DeviceStatus
  lat: number
  lng: number
  last_seen: Date | null
  heading: number | null
  speed_kmh: number | null
  /**
   * Number of open alerts with this severity at present: a marker shows how its device is now, while lists have the worst
   * that an alert has reached.
   */
  critical: number
  warning: number
}

export interface PositionFilter {
  modules: readonly Module[] | null
  statuses: readonly DeviceStatus[] | null
  /** Only devices that sent a reading or went offline since then. */
  since: Date | null
}

/** Devices with a position, in the order of ids, after a given one. */
export function listPositions(
  db: Queryable,
  reach: Reach,
  { modules, statuses, since }: PositionFilter,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<DevicePosition[]> {
  return db.query<DevicePosition>(sql`
    select
      d.id, d.name, d.module, d.icon, s.status, s.lat, s.lng, s.last_seen,
      (s.metrics -> 'heading')::float8 as heading, (s.metrics -> 'speed_kmh')::float8 as speed_kmh,
      coalesce(a.critical, 0)::integer as critical, coalesce(a.warning, 0)::integer as warning
    from devices as d
    join device_states as s on s.device_id = d.id
    left join (
      select
        device_id, count(*) filter (where coalesce(current_severity, severity) = 'critical') as critical,
        count(*) filter (where coalesce(current_severity, severity) = 'warning') as warning
      from alerts
      where status <> 'resolved'
      group by device_id
    ) as a on a.device_id = d.id
    where d.deleted_at is null and s.lat is not null and ${inReach(reach, 'viewer', sql`d.site_id`)} and d.id > ${afterId}
      and (${modules}::text[] is null or d.module = any (${modules}::text[]))
      and (${statuses}::text[] is null or s.status = any (${statuses}::text[]))
      and (${since}::timestamptz is null or s.last_seen >= ${since}::timestamptz or s.offline_at >= ${since}::timestamptz)
    order by d.id
    limit ${limit}`)
}

export async function countPositions(
  db: Queryable,
  reach: Reach,
  { modules, statuses }: PositionFilter,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from devices as d
    join device_states as s on s.device_id = d.id
    where d.deleted_at is null and s.lat is not null and ${inReach(reach, 'viewer', sql`d.site_id`)}
      and (${modules}::text[] is null or d.module = any (${modules}::text[]))
      and (${statuses}::text[] is null or s.status = any (${statuses}::text[]))`)
  return row!.count
}
