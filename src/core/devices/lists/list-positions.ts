import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { readSortedPage, type SortPlace } from '../../../platform/database/sorted-page.ts'
import { inReach, type Reach } from '../../reach/reach.ts'
import type { DeviceIcon } from '../../vocabulary/device-icons.ts'
import type { Module } from '../../vocabulary/modules.ts'
import type { DeviceStatus } from '../device-shape.ts'
import { isNamedLike } from './list-devices.ts'

export interface DevicePosition {
  id: number
  site_id: number
  name: string
  module: Module
  tags: readonly string[]
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
  /** A part of the name. */
  name?: string | null
  tag?: string | null
  /** Only devices that sent a reading or went offline since then. */
  since: Date | null
}

/** Whether any device has said where it is; with a tag, one that has it. */
export async function hasPositions(db: Queryable, reach: Reach, tag: string | null = null): Promise<boolean> {
  const [found] = await db.query(sql`
    select d.id
    from devices as d
    join device_states as s on s.device_id = d.id
    where d.deleted_at is null and s.lat is not null and ${inReach(reach, 'viewer', sql`d.site_id`)}
      and (${tag}::text is null or ${tag}::text = any (d.tags))
    limit 1`)
  return found !== undefined
}

/** Devices with a position, in the order of ids, after a given one. */
export const listPositions = (
  db: Queryable,
  reach: Reach,
  filter: PositionFilter,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<DevicePosition[]> =>
  selectPositions(db, sql`${fits(reach, filter)} and d.id > ${afterId} order by d.id limit ${limit}`)

/** The same, those with the most severe alerts first, then by name. */
export const listWorstPositions = (
  db: Queryable,
  reach: Reach,
  filter: PositionFilter,
  page: { behind: SortPlace | null; limit: number },
): Promise<(DevicePosition & { place: SortPlace })[]> =>
  readSortedPage(
    db,
    {
      from: sql`devices as d join device_states as s on s.device_id = d.id left join ${OPEN_ALERTS} as a on a.device_id = d.id`,
      id: 'd.id',
      value: sql`case when a.critical > 0 then '0' when a.warning > 0 then '1' else '2' end || lower(d.name)`,
      type: 'text',
      descending: false,
      wanted: [fits(reach, filter)],
      ...page,
    },
    (ids) => selectPositions(db, sql`d.id = any (${ids}::bigint[])`),
    ({ id }) => id,
  )

/** Counts of open alerts by device. */
export const OPEN_ALERTS = sql`(
  select
    device_id, count(*) filter (where coalesce(current_severity, severity) = 'critical') as critical,
    count(*) filter (where coalesce(current_severity, severity) = 'warning') as warning
  from alerts
  where status <> 'resolved'
  group by device_id
)`

/** `which` is a condition, and an order behind it. */
const selectPositions = (db: Queryable, which: Sql): Promise<DevicePosition[]> =>
  db.query<DevicePosition>(sql`
    select
      d.id, d.site_id, d.name, d.module, d.tags, d.icon, s.status, s.lat, s.lng, s.last_seen,
      (s.metrics -> 'heading')::float8 as heading, (s.metrics -> 'speed_kmh')::float8 as speed_kmh,
      coalesce(a.critical, 0)::integer as critical, coalesce(a.warning, 0)::integer as warning
    from devices as d
    join device_states as s on s.device_id = d.id
    left join ${OPEN_ALERTS} as a on a.device_id = d.id
    where ${which}`)

const fits = (reach: Reach, { modules, statuses, name = null, tag = null, since }: PositionFilter): Sql => sql`
  d.deleted_at is null and s.lat is not null and ${inReach(reach, 'viewer', sql`d.site_id`)}
  and (${modules}::text[] is null or d.module = any (${modules}::text[]))
  and (${statuses}::text[] is null or s.status = any (${statuses}::text[]))
  and ${name === null ? sql`true` : isNamedLike(name)}
  and (${tag}::text is null or ${tag}::text = any (d.tags))
  and (${since}::timestamptz is null or s.last_seen >= ${since}::timestamptz or s.offline_at >= ${since}::timestamptz)`

/** How many devices of each module there are; modules of the filter do not count. */
export const countPositions = (
  db: Queryable,
  reach: Reach,
  filter: PositionFilter,
): Promise<{ module: Module; count: number }[]> =>
  db.query(sql`
    select d.module, count(*)::integer as count
    from devices as d
    join device_states as s on s.device_id = d.id
    where ${fits(reach, { ...filter, modules: null })}
    group by d.module`)
