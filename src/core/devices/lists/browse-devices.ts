import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { readSortedPage, type SortPlace } from '../../../platform/database/sorted-page.ts'
import { inReach, type Reach } from '../../reach/reach.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { DEVICE_STATUSES, type DeviceStatus } from '../device-shape.ts'
import { type DeviceRecord, isNamedLike, listDevicesWithIds } from './list-devices.ts'
import { OPEN_ALERTS } from './list-positions.ts'

/** Statuses in the console: a disabled device has no other status. */
export const SHOWN_STATUSES = [...DEVICE_STATUSES, 'disabled'] as const
type ShownStatus = (typeof SHOWN_STATUSES)[number]

export const shownStatus = ({ enabled, status }: Pick<DeviceRecord, 'enabled' | 'status'>): ShownStatus =>
  enabled ? status : 'disabled'

const statusSql = sql`case when d.enabled then s.status else 'disabled' end`

/** Null fields do not filter. */
export interface BrowseFilter {
  modules: readonly Module[] | null
  statuses: readonly ShownStatus[] | null
  tag: string | null
  name: string | null
  /** Only devices with open alerts. */
  alarmed: boolean
}

export const DEVICE_SORTS = ['name', 'status', 'last_seen', 'battery'] as const
export interface DeviceOrder {
  by: (typeof DEVICE_SORTS)[number]
  descending: boolean
}

/** Up to `limit` devices in this order, each with its place. */
export function browseDevices(
  db: Queryable,
  reach: Reach,
  filter: BrowseFilter,
  order: DeviceOrder,
  page: { behind: SortPlace | null; limit: number },
): Promise<(DeviceRecord & { place: SortPlace })[]> {
  return readSortedPage(
    db,
    {
      from: order.by === 'status' ? sql`${DEVICES} left join ${OPEN_ALERTS} as a on a.device_id = d.id` : DEVICES,
      id: 'd.id',
      value: sortValueOf(order),
      type: sortTypeOf(order),
      descending: order.descending,
      wanted: wantedOf(reach, filter),
      ...page,
    },
    (ids) => listDevicesWithIds(db, reach, ids),
    ({ id }) => id,
  )
}

export const sortTypeOf = ({ by }: DeviceOrder): 'text' | 'float8' =>
  by === 'name' || by === 'status' ? 'text' : 'float8'

/** Behind those with critical alerts, then warnings, and beginning with those that may need somebody. */
const STATUS_ORDER: readonly DeviceStatus[] = ['offline', 'never_seen', 'online']

const urgencySql = sql`case
  when not d.enabled then ${STATUS_ORDER.length + 2} when a.critical > 0 then 0 when a.warning > 0 then 1
  else array_position(${STATUS_ORDER}::text[], s.status) + 1
end`

/** Missing values come last in both directions. Values that change with each reading have no index: see ../README.md. */
function sortValueOf({ by, descending }: DeviceOrder): Sql {
  if (by === 'name') return sql`lower(d.name)`
  if (by === 'status') return sql`${urgencySql} || lower(d.name)`
  const last = raw(descending ? "'-infinity'" : "'infinity'")
  const column = by === 'battery' ? sql`s.battery` : sql`extract(epoch from s.last_seen)::float8`
  return sql`coalesce(${column}, ${last}::float8)`
}

export interface DeviceCount {
  module: Module
  status: ShownStatus
  count: number
}

/** Counts devices by module and status, ignoring the filters on these two. */
export function countDevices(db: Queryable, reach: Reach, filter: BrowseFilter): Promise<DeviceCount[]> {
  return db.query<DeviceCount>(sql`
    select d.module, ${statusSql} as status, count(*)::integer as count
    from ${DEVICES}
    where ${join(wantedOf(reach, { ...filter, modules: null, statuses: null }), ' and ')}
    group by 1, 2`)
}

/** The most frequent tags. */
export function listTags(db: Queryable, reach: Reach, limit: number): Promise<{ tag: string; count: number }[]> {
  return db.query<{ tag: string; count: number }>(sql`
    select tag, count(*)::integer as count
    from devices, unnest(tags) as tag
    where deleted_at is null and ${inReach(reach, 'viewer', sql`site_id`)}
    group by tag
    order by count desc, tag
    limit ${limit}`)
}

/** Those of these tags that no device in reach has. */
export async function findUnknownTags(db: Queryable, reach: Reach, tags: readonly string[]): Promise<string[]> {
  if (tags.length === 0) return []
  const rows = await db.query<{ tag: string }>(sql`
    select given.tag
    from unnest(${tags}::text[]) with ordinality as given (tag, place)
    where not exists (
      select from devices where deleted_at is null and given.tag = any (tags) and ${inReach(reach, 'viewer', sql`site_id`)}
    )
    order by given.place`)
  return rows.map(({ tag }) => tag)
}

const DEVICES = sql`devices as d join device_states as s on s.device_id = d.id`

function wantedOf(reach: Reach, { modules, statuses, tag, name, alarmed }: BrowseFilter): Sql[] {
  return [
    sql`d.deleted_at is null`,
    inReach(reach, 'viewer', sql`d.site_id`),
    ...(modules === null ? [] : [sql`d.module = any (${modules})`]),
    ...(statuses === null ? [] : [sql`${statusSql} = any (${statuses})`]),
    ...(tag === null ? [] : [sql`${tag} = any (d.tags)`]),
    ...(name === null ? [] : [isNamedLike(name)]),
    ...(alarmed ? [sql`d.id in (select device_id from alerts where status <> 'resolved')`] : []),
  ]
}
