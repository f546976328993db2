import sql, { type Sql } from 'sql-template-tag'
import type { InCell, Queryable } from '../../platform/database/database.ts'
import { inReach, type Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { Device } from './device.ts'
import { INSERTED_COLUMNS, insertedValues, type NewDevice } from './device-settings.ts'

/** Channel with the id of a device whose record or token changed, or `all`, for the caches of every node. */
export const DEVICE_CHANGED = 'device_changed'
export const EVERY_DEVICE = 'all'

const CELL_OF_DEVICE = sql`(select s.cell from sites as s where s.id = d.site_id)`

/** Columns that ingestion knows of the device `d`. */
export const KNOWN_DEVICE_COLUMNS = sql`
  d.id, d.site_id, ${CELL_OF_DEVICE} as cell, d.name, d.module, d.enabled, d.tags, d.expected_interval_s, d.offline_after_s,
  d.attributes`

/** The state of a deleted device is erased. */
const WITH_STATES = sql`devices as d left join device_states as s on s.device_id = d.id`

export interface TokenHolder {
  device: Device
  /** End of the overlap of a replaced token. */
  validUntil: Date | null
}

/** The devices with these tokens by token hash, replaced tokens within their overlap included. */
export async function findDevicesByTokenHash(
  db: Queryable,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, TokenHolder>> {
  const rows = await db.query<Device & { presented_hash: string; valid_until: Date | null }>(
    sql`
    select
      p.hash as presented_hash,
      ${KNOWN_DEVICE_COLUMNS},
      s.device_readings_per_minute,
      s.site_readings_per_minute,
      case when d.token_hash <> p.hash then d.previous_token_until end as valid_until
    from unnest(${tokenHashes}::text[]) as p (hash)
    join devices as d
    on d.token_hash = p.hash or (d.previous_token_hash = p.hash and d.previous_token_until > ${now})
    join sites as s on s.id = d.site_id
    where d.enabled`,
    'find devices by token',
  )
  const holders = rows.map(({ presented_hash, valid_until, ...device }): [string, TokenHolder] => [
    presented_hash,
    { device, validUntil: valid_until },
  ])
  return new Map(holders)
}

/** For the service itself. */
export function listDevicesByIds(db: Queryable, ids: readonly number[]): Promise<Device[]> {
  return db.query<Device>(sql`
    select ${KNOWN_DEVICE_COLUMNS}, s.usual_interval_s
    from ${WITH_STATES}
    where d.id = any (${ids}::integer[])
    order by d.id`)
}

type DeviceInReach = Device & { id: ReachedId<'device'> }

/** In the order of ids; deleted ones too. */
export function listDevicesInReach(db: Queryable, reach: Reach): Promise<DeviceInReach[]> {
  return selectInReach(db, reach, sql`true`)
}

/** The same device as rules and ingestion know it; null if it does not exist. */
export async function findDeviceInReach(db: Queryable, reach: Reach, id: number): Promise<DeviceInReach | null> {
  const [device] = await selectInReach(db, reach, sql`d.id = ${id}::bigint`)
  return device ?? null
}

const selectInReach = (db: Queryable, reach: Reach, which: Sql): Promise<DeviceInReach[]> =>
  db.query<DeviceInReach>(sql`
    select ${KNOWN_DEVICE_COLUMNS}, s.usual_interval_s
    from ${WITH_STATES}
    where ${which} and ${inReach(reach, 'viewer', sql`d.site_id`)}
    order by d.id`)

export async function insertDevice(
  tx: InCell,
  device: NewDevice & { site_id: number },
  token: { hash: string; hint: string },
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    with device as (
      insert into devices (site_id, token_hash, token_hint, created_at, ${INSERTED_COLUMNS})
      values (${device.site_id}, ${token.hash}, ${token.hint}, ${now}, ${insertedValues(device)})
      returning id
    ), state as (
      insert into device_states (device_id) select id from device
    )
    select id from device`)
  return row!.id
}

/** Effect of a statement on a device, for the audit log. */
interface DeviceChange {
  name: string
  before: object
  after: object
}

/** The old token stays valid until `overlapUntil`. The device is locked. */
export async function replaceToken(
  tx: Queryable,
  deviceId: number,
  token: { hash: string; hint: string },
  overlapUntil: Date,
): Promise<DeviceChange> {
  const [changed] = await tx.query<{ name: string; hint_before: string }>(sql`
    update devices as d
    set
      previous_token_hash = d.token_hash,
      previous_token_until = ${overlapUntil},
      token_hash = ${token.hash},
      token_hint = ${token.hint}
    from (
      select id, token_hint from devices where id = ${deviceId}::bigint and deleted_at is null for no key update
    ) as old
    where d.id = old.id
    returning d.name, old.token_hint as hint_before`)
  await tx.notify(DEVICE_CHANGED, String(deviceId))
  const { name, hint_before } = changed!
  return {
    name,
    before: { token_hint: hint_before },
    after: { token_hint: token.hint, previous_token_until: overlapUntil },
  }
}

/** End of the overlap during which the previous token is valid; null if it is not. */
export async function findOldTokenEnd(db: Queryable, deviceId: ReachedId<'device'>, now: Date): Promise<Date | null> {
  const [row] = await db.query<{ until: Date }>(sql`
    select previous_token_until as until
    from devices
    where id = ${deviceId}::bigint and previous_token_until > ${now}`)
  return row?.until ?? null
}

export async function findDeviceIdByName(db: Queryable, name: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`
    select id from devices where name = ${name} and deleted_at is null order by id limit 1`)
  return row?.id ?? null
}
