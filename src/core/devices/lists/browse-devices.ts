import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { inReach, type Reach } from '../../reach/reach.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { DEVICE_STATUSES } from '../device-shape.ts'
import { type DeviceRecord, isNamedLike, listDevicesWithIds } from './list-devices.ts'

/** Statuses in the console: a disabled device has no other status. */
export const SHOWN_STATUSES = [...DEVICE_STATUSES, 'disabled'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

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

export const SORTS = ['name', 'last_seen', 'battery'] as const
export interface DeviceOrder {
  by: (typeof SORTS)[number]
  descending: boolean
}

/** Position of a row in the order: its sort value as text, and its id. */
export type DevicePlace = [value: string, id: string]

/** Up to `limit` + 1 devices in this order, each with its position; the extra one shows that there is a next page. */
export async function browseDevices(
  db: Queryable,
  reach: Reach,
  filter: BrowseFilter,
  order: DeviceOrder,
  page: { behind: DevicePlace | null; limit: number },
): Promise<(DeviceRecord & { place: DevicePlace })[]> {
  const { value, type } = sortOf(order)
  const [further, direction] = order.descending ? [raw('<'), raw('desc')] : [raw('>'), raw('asc')]
  const { behind, limit } = page
  const after = behind === null ? [] : [sql`(${value}, d.id) ${further} (${behind[0]}::${type}, ${behind[1]}::bigint)`]
  const places = await db.query<{ id: number; value: string }>(sql`
    select d.id, (${value})::text as value
    ${matching(reach, [...wantedOf(filter), ...after])}
    order by ${value} ${direction}, d.id ${direction}
    limit ${limit + 1}`)
  const found = await listDevicesWithIds(
    db,
    reach,
    places.map(({ id }) => id),
  )
  const byId = new Map(found.map((device) => [device.id, device]))
  return places.flatMap(({ id, value }) => {
    const device = byId.get(id)
    return device === undefined ? [] : [{ ...device, place: [value, String(id)] as DevicePlace }]
  })
}

/** Missing values come last in both directions. Values that change with each reading have no index: see ../README.md. */
function sortOf({ by, descending }: DeviceOrder): { value: Sql; type: Sql } {
  const last = raw(descending ? "'-infinity'" : "'infinity'")
  if (by === 'name') return { value: sql`lower(d.name)`, type: raw('text') }
  const column = by === 'battery' ? sql`s.battery` : sql`extract(epoch from s.last_seen)::float8`
  return { value: sql`coalesce(${column}, ${last}::float8)`, type: raw('float8') }
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
    ${matching(reach, wantedOf({ ...filter, modules: null, statuses: null }))}
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

const matching = (reach: Reach, wanted: readonly Sql[]): Sql => sql`
  from devices as d
  join device_states as s on s.device_id = d.id
  where ${join([sql`d.deleted_at is null`, inReach(reach, 'viewer', sql`d.site_id`), ...wanted], ' and ')}`

function wantedOf({ modules, statuses, tag, name, alarmed }: BrowseFilter): Sql[] {
  return [
    ...(modules === null ? [] : [sql`d.module = any (${modules})`]),
    ...(statuses === null ? [] : [sql`${statusSql} = any (${statuses})`]),
    ...(tag === null ? [] : [sql`${tag} = any (d.tags)`]),
    ...(name === null ? [] : [isNamedLike(name)]),
    ...(alarmed ? [sql`d.id in (select device_id from alerts where status <> 'resolved')`] : []),
  ]
}
