import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Static } from 'typebox'
import type { Queryable } from '../../../platform/database/database.ts'
import { mustExist } from '../../../platform/errors.ts'
import { inReach, type Reach } from '../../reach/reach.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { type SiteName, siteNameSql } from '../../reach/site-name.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { SEVERITIES, type Severity } from '../../vocabulary/severities.ts'
import type { Device } from '../device.ts'
import { SETTING_COLUMNS, type StoredSettings } from '../device-settings.ts'
import type { DeviceShape, DeviceStatus } from '../device-shape.ts'

/** A device with its state, as specified for API clients. */
export interface DeviceRecord extends Omit<Static<typeof DeviceShape>, 'id' | 'token_hint'> {
  id: ReachedId<'device'>
  /** The most severe of its open alerts at present; for maps, not in the APIs. */
  current_severity: Severity | null
  token_hint: string
  version: number
}

/** Null fields do not filter. */
export interface DeviceFilter {
  modules: Module[] | null
  statuses: DeviceStatus[] | null
  tag: string | null
  /** Part of the name, ignoring case. */
  name: string | null
  enabled: boolean | null
}

export const ALL_DEVICES: DeviceFilter = { modules: null, statuses: null, tag: null, name: null, enabled: null }

/** In the order of ids, after `afterId`. */
export function listDevices(
  db: Queryable,
  reach: Reach,
  filter: DeviceFilter,
  page: { afterId: number; limit: number },
): Promise<DeviceRecord[]> {
  const { modules, statuses, tag, name, enabled } = filter
  const wanted = [
    sql`d.id > ${page.afterId}::bigint`,
    ...(modules === null ? [] : [sql`d.module = any (${modules})`]),
    ...(statuses === null ? [] : [sql`s.status = any (${statuses})`]),
    ...(tag === null ? [] : [sql`${tag} = any (d.tags)`]),
    ...(name === null ? [] : [isNamedLike(name)]),
    ...(enabled === null ? [] : [sql`d.enabled = ${enabled}`]),
  ]
  return selectDevices(db, reach, join(wanted, ' and '), sql`order by d.id limit ${page.limit}`)
}

/** Whether the name contains this text, ignoring case. */
export const isNamedLike = (part: string): Sql => sql`d.name ilike ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`

/** In no particular order. */
export const listDevicesWithIds = (db: Queryable, reach: Reach, ids: readonly number[]): Promise<DeviceRecord[]> =>
  selectDevices(db, reach, sql`d.id = any (${ids}::integer[])`, empty)

export async function findDevice(db: Queryable, reach: Reach, id: number): Promise<DeviceRecord | null> {
  const [device] = await selectDevices(db, reach, sql`d.id = ${id}::bigint`, empty)
  return device ?? null
}

/** Throws 404. */
export async function getDevice(db: Queryable, reach: Reach, id: number): Promise<DeviceRecord> {
  return mustExist('Device', await findDevice(db, reach, id))
}

/** Names of devices, deleted ones included. */
export function listDeviceNames(
  db: Queryable,
  reach: Reach,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return db.query<{ id: number; name: string }>(sql`
    select d.id, d.name
    from devices as d
    where d.id = any (${ids}::integer[]) and ${inReach(reach, 'viewer', sql`d.site_id`)}
    order by d.id`)
}

const EVERY: { afterId: number; limit: number | null } = { afterId: 0, limit: null }
export type ListedSettings = StoredSettings & Pick<Device, 'id' | 'attributes'> & { site: SiteName }

/** Settings of all devices, in the order of ids. */
export function listDeviceSettings(db: Queryable, { afterId, limit } = EVERY): Promise<ListedSettings[]> {
  return db.query<ListedSettings>(sql`
    select d.id, ${siteNameSql('d.site_id')} as site, ${SETTING_COLUMNS}, d.attributes
    from devices as d
    where deleted_at is null and id > ${afterId}
    order by id
    limit ${limit}`)
}

function selectDevices(db: Queryable, reach: Reach, wanted: Sql, order: Sql): Promise<DeviceRecord[]> {
  return db.query<DeviceRecord>(sql`
    select
      d.id, ${SETTING_COLUMNS}, ${siteNameSql('d.site_id')} as site, s.status, s.usual_interval_s, s.last_seen, s.battery, s.signal, s.lat, s.lng, s.location_at, d.token_hint, d.created_at, d.version,
      case when s.at is not null then jsonb_build_object(
        'module', s.module,
        'ts', s.ts,
        'at', to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'metrics', s.metrics,
        'flags', s.flags
      ) end as latest,
      open.alerts as open_alerts, open.current_severity
    from devices as d
    join device_states as s on s.device_id = d.id
    cross join lateral (
      select
        jsonb_build_object(
          'info', count(*) filter (where a.severity = 'info'),
          'warning', count(*) filter (where a.severity = 'warning'),
          'critical', count(*) filter (where a.severity = 'critical')
        ) as alerts,
        (${SEVERITIES}::text[])[
          max(array_position(${SEVERITIES}::text[], coalesce(a.current_severity, a.severity)))
        ] as current_severity
      from alerts as a
      where a.device_id = d.id and a.status <> 'resolved'
    ) as open
    where d.deleted_at is null and ${inReach(reach, 'viewer', sql`d.site_id`)} and ${wanted}
    ${order}`)
}
