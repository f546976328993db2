import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Reading, Values } from '../../telemetry/reading.ts'
import type { Module } from '../../vocabulary/modules.ts'

/** Few enough to process one page without delaying other work. */
const PAGE = 500
/** Like in ingestion, readings further ahead of their arrival than this are judged by the time of arrival. */
const FUTURE_TOLERATED_MS = 5 * 60_000
const NOTHING: Values = Object.freeze({})

interface Row {
  device_id: number
  digest: string
  at: Date
  received_at: Date
  ts: number
  module: Module
  lat: number | null
  lng: number | null
  battery: number | null
  signal: number | null
  metrics: Values | null
  flags: Values | null
  clock_suspect: boolean
}

/** Readings of these devices from `from` to before `to`, device by device, each in the order of time. */
export async function* readStored(
  db: Queryable,
  deviceIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<{ device_id: number; readings: Reading[] }> {
  let behind: { device_id: number; at: Date; digest: string } = { device_id: 0, at: from, digest: '0' }
  let current: { device_id: number; readings: Reading[] } | null = null
  for (;;) {
    const rows: Row[] = await db.query<Row>(sql`
      select
        device_id, digest::text, at, received_at, ts, module, lat, lng, battery, signal, metrics, flags, clock_suspect
      from readings
      where device_id = any (${deviceIds}::integer[]) and at >= ${from} and at < ${to}
        and (device_id, at, readings.digest) > (
          ${behind.device_id}::integer, ${behind.at}::timestamptz, ${behind.digest}::bigint
        )
      order by device_id, at, readings.digest
      limit ${PAGE}`)
    for (const row of rows) {
      if (current !== null && current.device_id !== row.device_id) {
        yield current
        current = null
      }
      current ??= { device_id: row.device_id, readings: [] }
      current.readings.push(toReading(row))
    }
    if (rows.length < PAGE) break
    behind = rows.at(-1)!
  }
  if (current !== null) yield current
}

/** Readings of a device in a range: the nearest on either side of a moment, limited in number, in the order of time. */
export async function readAround(
  db: Queryable,
  deviceId: number,
  { from, to }: { from: Date; to: Date },
  moment: Date,
  most: number,
): Promise<{ before: Reading[]; behind: Reading[] }> {
  const columns = sql`
    digest::text, at, received_at, ts, module, lat, lng, battery, signal, metrics, flags, clock_suspect`
  const [before, behind] = await Promise.all([
    db.query<Omit<Row, 'device_id'>>(sql`
      select ${columns} from readings
      where device_id = ${deviceId} and at >= ${from} and at <= ${moment}
      order by readings.at desc, readings.digest desc
      limit ${most}`),
    db.query<Omit<Row, 'device_id'>>(sql`
      select ${columns} from readings
      where device_id = ${deviceId} and at > ${moment} and at < ${to}
      order by readings.at, readings.digest
      limit ${most}`),
  ])
  return { before: before.reverse().map(toReading), behind: behind.map(toReading) }
}

/** Number of readings, counted up to `limit`. */
export async function countStored(
  db: Queryable,
  deviceIds: readonly number[],
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from (
      select from readings
      where device_id = any (${deviceIds}::integer[]) and at >= ${from} and at < ${to}
      limit ${limit}
    ) as counted`)
  return row!.count
}

export function toReading(row: Omit<Row, 'device_id'>): Reading {
  const at = row.at.getTime()
  const received_at = row.received_at.getTime()
  return {
    module: row.module,
    ts: row.ts,
    at,
    received_at,
    evaluated_at: at > received_at + FUTURE_TOLERATED_MS ? received_at : at,
    clock_suspect: row.clock_suspect,
    lat: row.lat,
    lng: row.lng,
    battery: row.battery,
    signal: row.signal,
    metrics: row.metrics ?? NOTHING,
    metrics_json: null,
    flags: row.flags ?? NOTHING,
    flags_json: null,
    digest: BigInt(row.digest),
  }
}
