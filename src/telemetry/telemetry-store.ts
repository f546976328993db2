import sql from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'
import { booleanArray, lines, numberArray } from '../platform/sql-arrays.ts'
import { type Reading, raisedFlags } from './reading.ts'

/** A reading and the device that sent it. */
export interface DeviceReading {
  device_id: number
  reading: Reading
}

/**
 * Appends readings to the telemetry log, each with its place on the track and its module event, and returns those that
 * were not there before: steps 2, 5 and 6 of the specification. Expects the readings sorted by device, so that two
 * nodes never wait for each other.
 */
export async function storeReadings(tx: Queryable, batch: readonly DeviceReading[]): Promise<DeviceReading[]> {
  const rows = batch.map(({ reading }) => reading)
  const [result] = await tx.query<StoredRows>(
    sql`
      with stored as (
        insert into readings (
          device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags,
          raised
        )
        select
          device_id, to_timestamp(at / 1000), digest, to_timestamp(received_at / 1000), ts, clock_suspect, lat, lng,
          battery, signal, module, nullif(metrics, '')::jsonb, nullif(flags, '')::jsonb,
          string_to_array(nullif(raised, ''), ',')
        from unnest(
          ${numberArray(batch.map((row) => row.device_id))}::integer[],
          ${numberArray(rows.map((row) => row.at))}::float8[],
          ${numberArray(rows.map((row) => row.digest))}::bigint[],
          ${numberArray(rows.map((row) => row.received_at))}::float8[],
          ${numberArray(rows.map((row) => row.ts))}::bigint[],
          ${booleanArray(rows.map((row) => row.clock_suspect))}::boolean[],
          ${numberArray(rows.map((row) => row.lat))}::float8[],
          ${numberArray(rows.map((row) => row.lng))}::float8[],
          ${numberArray(rows.map((row) => row.battery))}::float8[],
          ${numberArray(rows.map((row) => row.signal))}::float8[],
          string_to_array(${lines(rows.map((row) => row.module))}, E'\\n'),
          string_to_array(${lines(rows.map((row) => row.metrics_json))}, E'\\n'),
          string_to_array(${lines(rows.map((row) => row.flags_json))}, E'\\n'),
          string_to_array(${lines(rows.map((row) => raisedFlags(row).join(',')))}, E'\\n')
        ) as input (
          device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags,
          raised
        )
        on conflict do nothing
        returning device_id, at, digest
      )
      select
        count(*)::integer as stored,
        case when count(*) < ${batch.length}::integer then array_agg(device_id) end as device_ids,
        case when count(*) < ${batch.length}::integer then array_agg(at) end as times,
        case when count(*) < ${batch.length}::integer then array_agg(digest)::text[] end as digests
      from stored`,
    'store_readings',
  )
  if (result === undefined || result.stored === batch.length) return [...batch]
  return onlyStored(batch, result)
}

interface StoredRows {
  stored: number
  device_ids: number[] | null
  times: Date[] | null
  digests: string[] | null
}

/** A reading that stands twice in one batch is stored once: its first place in the batch counts. */
function onlyStored(batch: readonly DeviceReading[], rows: StoredRows): DeviceReading[] {
  const { device_ids, times, digests } = rows
  const stored = new Set(device_ids?.map((id, row) => `${id}|${times?.[row]?.getTime()}|${digests?.[row]}`))
  return batch.filter(({ device_id, reading }) => stored.delete(`${device_id}|${reading.at}|${reading.digest}`))
}
