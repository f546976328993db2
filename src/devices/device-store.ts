import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'
import { notify } from '../platform/notifications.ts'
import type { Module } from '../vocabulary/modules.ts'
import type { Device } from './device.ts'

/** Announces the id of a device whose record or token changed, to the caches of every node. */
export const DEVICE_CHANGED = 'device_changed'

/** The device that holds this token, an older one within its overlap included; null when none may use it. */
export async function findDeviceByTokenHash(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<{ device: Device; validUntil: Date | null } | null> {
  const [row] = await db.query<Device & { valid_until: Date | null }>(sql`
    select
      id, name, module, enabled, tags, expected_interval_s, offline_after_s,
      case when token_hash <> ${tokenHash} then previous_token_until end as valid_until
    from devices
    where (token_hash = ${tokenHash} or (previous_token_hash = ${tokenHash} and previous_token_until > ${now}))
      and enabled`)
  if (row === undefined) return null
  const { valid_until, ...device } = row
  return { device, validUntil: valid_until }
}

export function listDevicesByIds(db: Queryable, ids: readonly number[]): Promise<Device[]> {
  return db.query<Device>(sql`
    select id, name, module, enabled, tags, expected_interval_s, offline_after_s
    from devices
    where id = any (${ids}::integer[])
    order by id`)
}

export interface NewDevice {
  name: string
  module: Module
  tags: string[]
  notes: string
  expected_interval_s: number | null
  offline_after_s: number | null
}

export async function insertDevice(
  tx: Queryable,
  device: NewDevice,
  token: { hash: string; hint: string },
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    with device as (
      insert into devices (
        name, module, tags, notes, expected_interval_s, offline_after_s, token_hash, token_hint, created_at
      )
      values (
        ${device.name}, ${device.module}, ${device.tags}, ${device.notes}, ${device.expected_interval_s},
        ${device.offline_after_s}, ${token.hash}, ${token.hint}, ${now}
      )
      returning id
    ), state as (
      insert into device_states (device_id) select id from device
    )
    select id from device`)
  return row!.id
}

/** What a statement did to a device, for the audit log. */
export interface DeviceChange {
  name: string
  before: object
  after: object
}

/** The old token stays good until `overlapUntil`. Returns null when there is no such device. */
export async function replaceToken(
  tx: Queryable,
  deviceId: number,
  token: { hash: string; hint: string },
  overlapUntil: Date,
): Promise<DeviceChange | null> {
  const [changed] = await tx.query<DeviceChange>(sql`
    update devices as d
    set
      previous_token_hash = d.token_hash,
      previous_token_until = ${overlapUntil},
      token_hash = ${token.hash},
      token_hint = ${token.hint}
    from (select id, token_hint from devices where id = ${deviceId}::bigint for no key update) as old
    where d.id = old.id
    returning
      d.name, json_build_object('token_hint', old.token_hint) as before,
      json_build_object('token_hint', d.token_hint, 'previous_token_until', ${overlapUntil}::timestamptz) as after`)
  await notify(tx, DEVICE_CHANGED, String(deviceId))
  return changed ?? null
}

export async function setDeviceEnabled(
  tx: Queryable,
  deviceId: number,
  enabled: boolean,
): Promise<DeviceChange | null> {
  const [changed] = await tx.query<DeviceChange>(sql`
    update devices as d
    set enabled = ${enabled}
    from (select id, enabled from devices where id = ${deviceId}::bigint for no key update) as old
    where d.id = old.id
    returning
      d.name, json_build_object('enabled', old.enabled) as before, json_build_object('enabled', d.enabled) as after`)
  await notify(tx, DEVICE_CHANGED, String(deviceId))
  return changed ?? null
}

export async function findDeviceIdByName(db: Queryable, name: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`
    select id from devices where name = ${name} order by id limit 1`)
  return row?.id ?? null
}

/** A device with its state, as the specification's clients see it. */
export interface DeviceRecord {
  id: number
  name: string
  module: Module
  status: 'never_seen' | 'online' | 'offline'
  enabled: boolean
  tags: string[]
  notes: string
  expected_interval_s: number | null
  offline_after_s: number | null
  last_seen: Date | null
  battery: number | null
  signal: number | null
  lat: number | null
  lng: number | null
  location_at: Date | null
  latest: {
    module: Module
    ts: number
    at: string
    metrics: Record<string, unknown>
    flags: Record<string, unknown>
  } | null
  open_alerts: { info: number; warning: number; critical: number }
  token_hint: string
  created_at: Date
}

/** In the order of their ids, from just behind `afterId`. */
export function listDevices(db: Queryable, page: { afterId: number; limit: number }): Promise<DeviceRecord[]> {
  return selectDevices(db, sql`where d.id > ${page.afterId}`, sql`order by d.id limit ${page.limit}`)
}

export async function findDevice(db: Queryable, id: number): Promise<DeviceRecord | null> {
  const [device] = await selectDevices(db, sql`where d.id = ${id}::bigint`, empty)
  return device ?? null
}

function selectDevices(db: Queryable, where: Sql, order: Sql): Promise<DeviceRecord[]> {
  return db.query<DeviceRecord>(sql`
    select
      d.id, d.name, d.module, s.status, d.enabled, d.tags, d.notes, d.expected_interval_s, d.offline_after_s,
      s.last_seen, s.battery, s.signal, s.lat, s.lng, s.location_at, d.token_hint, d.created_at,
      case when s.at is not null then jsonb_build_object(
        'module', s.module,
        'ts', s.ts,
        'at', to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'metrics', s.metrics,
        'flags', s.flags
      ) end as latest,
      (
        select jsonb_build_object(
          'info', count(*) filter (where a.severity = 'info'),
          'warning', count(*) filter (where a.severity = 'warning'),
          'critical', count(*) filter (where a.severity = 'critical')
        )
        from alerts as a
        where a.device_id = d.id and a.status <> 'resolved'
      ) as open_alerts
    from devices as d
    join device_states as s on s.device_id = d.id
    ${where}
    ${order}`)
}
