import sql from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'
import { booleanArray, lines, numberArray } from '../platform/sql-arrays.ts'
import { moduleEvent, type Reading } from './reading.ts'

/** A reading and the device that sent it. */
export interface DeviceReading {
  device_id: number
  reading: Reading
}

/**
 * Appends readings to the telemetry log, with their GPS records and module events, and returns those that were not
 * there before. Steps 2, 5 and 6 of the specification in one statement: nobody can look between them, and the values
 * cross to the server once. Expects the readings sorted by device, so that two nodes never wait for each other.
 */
export async function storeReadings(tx: Queryable, batch: readonly DeviceReading[]): Promise<DeviceReading[]> {
  const rows = batch.map(({ reading }) => reading)
  const events = rows.map(moduleEvent)
  const [result] = await tx.query<StoredRows>(
    sql`
      with input as materialized (
        select
          i.device_id, to_timestamp(i.at / 1000) as at, i.digest, to_timestamp(i.received_at / 1000) as received_at, i.ts,
          i.clock_suspect, i.lat, i.lng, i.battery, i.signal, i.module, i.metrics, i.flags, i.kind, i.raised
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
          string_to_array(${lines(events.map((event) => event.kind))}, E'\\n'),
          string_to_array(${lines(events.map((event) => event.raised.join(',')))}, E'\\n')
        ) as i (
          device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags,
          kind, raised
        )
      ),
      stored as (
        insert into readings (
          device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags
        )
        select
          device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module,
          nullif(metrics, '')::jsonb, nullif(flags, '')::jsonb
        from input
        on conflict do nothing
        returning device_id, at, digest
      ),
      gps as (
        insert into track (device_id, at, digest, lat, lng)
        select device_id, at, digest, lat, lng
        from input
        where lat is not null
        on conflict do nothing
      ),
      events as (
        insert into module_events (device_id, at, digest, module, kind, raised)
        select device_id, at, digest, module, kind, string_to_array(nullif(raised, ''), ',')
        from input
        on conflict do nothing
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
