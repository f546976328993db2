import sql, { raw, type Sql } from 'sql-template-tag'
import type { InCell } from '../../../platform/database/database.ts'
import { bigints, booleans, floats, integers, lines, timestamps } from '../../../platform/database/sql-arrays.ts'
import { type Heard, learnt } from '../../devices/presence/usual-interval.ts'
import { hourOf } from '../hours/closed-hours.ts'
import type { Reading } from '../reading.ts'

/** Readings of one device, in the order of their times. */
interface ReadingsOfDevice {
  device: { id: number }
  readings: readonly Reading[]
}

/** Stored values that are smaller have fewer names than are kept. */
const FEW_NAMES_BYTES = 1_000
/** Older than any record. */
const NEVER = 0

interface StoredNewest {
  /** Whether the readings of a device are stored. */
  has: (deviceId: number) => boolean
  /** Time of its record before (ms); null says that it was in the hour of the newest reading, or later. */
  recordedAt: (deviceId: number) => number | null
}

/**
 * Steps 2 to 6 of the specification for devices that are online and send something newer than their record, as nearly
 * all do: appends all their readings, each with its track point and its module event, and updates latest metrics and
 * status with the first.
 *
 * Locks the states of all devices until the transaction ends, those of the others too, and before it inserts anything.
 * The devices must be in ascending order: every node takes these locks in the same order, so there are no deadlocks.
 * Readings newer than the record are expected to be new. One that is stored already, since the clock of its device was
 * ahead, fails the statement with a unique violation.
 */
export async function storeNewest(
  tx: InCell,
  devices: readonly ReadingsOfDevice[],
  heard: Heard,
  { mayBeKnown }: { mayBeKnown: boolean },
): Promise<StoredNewest> {
  const batch: DeviceReading[] = []
  /** Time that the record of a device must be older than, at its first reading; null at the others. */
  const newer_than: (number | null)[] = []
  for (const { device, readings } of devices) {
    const mayBeNew = !mayBeKnown && areInOrder(readings)
    for (const [place, reading] of (mayBeNew ? readings : readings.slice(0, 1)).entries()) {
      batch.push({ device_id: device.id, reading })
      newer_than.push(place > 0 ? null : mayBeNew ? reading.evaluated_at : NEVER)
    }
  }
  if (tx.isOnWorker()) return storeInTwoStatements(tx, batch, newer_than, heard)
  // No device has left an hour that begins later.
  const hour = new Date(hourOf(Math.max(...devices.map(({ readings }) => readings.at(-1)!.evaluated_at))))
  const [result] = await tx.query<NewestRows>(
    // One statement for both: the values cross to PostgreSQL once.
    sql`
      with input as materialized (${rowsOf(batch, newer_than)}),
      states as (${updateNewest(sql`input`, heard, quicklyMerged)}),
      stored as (
        insert into reading_rows (${READING_COLUMNS})
        select ${READING_COLUMNS}
        from input
        -- Not joined: a plan made for few rows would compare each with each.
        where (device_id in (select device_id from states)) is true
      )
      select
        case when count(*) < ${devices.length}::integer then coalesce(array_agg(device_id), '{}') end as device_ids,
        array_agg(device_id) filter (where evaluated_before < ${hour}::timestamptz) as left_ids,
        array_agg((extract(epoch from evaluated_before) * 1000)::float8)
          filter (where evaluated_before < ${hour}::timestamptz) as left_at,
        count(*) > count(evaluated_before) as is_erased
      from states`,
    'store_newest',
  )
  const { device_ids, left_ids, left_at, is_erased } = result!
  if (is_erased) throw erasedMeanwhile()
  const stored = new Set(device_ids)
  const left = new Map(left_ids?.map((id, place) => [id, left_at![place]!]))
  return {
    has: device_ids === null ? () => true : (deviceId) => stored.has(deviceId),
    recordedAt: (deviceId) => left.get(deviceId) ?? null,
  }
}

interface NewestRows {
  /** Null stands for all. */
  device_ids: number[] | null
  left_ids: number[] | null
  left_at: number[] | null
  is_erased: boolean
}

/**
 * The same on a worker of Citus, which passes statements to the tables as they are if they insert into one table, read one
 * of the same cell, and call only immutable functions. Otherwise it writes the rows to a file first, for three times the
 * processor time.
 */
async function storeInTwoStatements(
  tx: InCell,
  batch: readonly DeviceReading[],
  newer_than: readonly (number | null)[],
  heard: Heard,
): Promise<StoredNewest> {
  const states = await tx.query<{ device_id: number; evaluated_before: Date | null }>(
    updateNewest(
      sql`(${rowsOf(batch, newer_than)}) as input where exists (select from device_states)`,
      heard,
      latestOf,
    ),
    'update_newest',
  )
  const times = new Map(states.map(({ device_id, evaluated_before }) => [device_id, evaluated_before?.getTime()]))
  const stored = batch.filter(({ device_id }) => times.has(device_id))
  if (stored.length > 0) {
    await tx.query(
      sql`
        insert into reading_rows (${READING_COLUMNS})
        select ${READING_COLUMNS}
        from (${rowsOf(stored, [])}) as input
        where exists (select from device_states)`,
      'append_newest',
    )
  }
  if ([...times.values()].includes(undefined)) throw erasedMeanwhile()
  return { has: (deviceId) => times.has(deviceId), recordedAt: (deviceId) => times.get(deviceId) ?? null }
}

/** A device without a state, or with one that was made just now. It may also have moved to another cell. */
export const erasedMeanwhile = () => new Error('A device was erased while its readings came')

const latestOf = (part: 'metrics' | 'flags'): Sql => sql`latest_values(${raw(`s.${part}`)}, ${raw(`excluded.${part}`)})`

/** Small values are merged without the function, whose call costs more than all the rest. Citus demands the function. */
const quicklyMerged = (part: 'metrics' | 'flags'): Sql => {
  const stored = raw(`s.${part}`)
  return sql`
    case
      when pg_column_size(${stored}) < ${raw(`${FEW_NAMES_BYTES}`)} then ${stored} || ${raw(`excluded.${part}`)}
      else ${latestOf(part)}
    end`
}

/** Inserts or updates the states of devices by their first row in `input`, and returns those that it has changed. */
function updateNewest(input: Sql, heard: Heard, merged: (part: 'metrics' | 'flags') => Sql): Sql {
  const learning = learnt(heard)
  return sql`
  insert into device_states as s (
    device_id, status, last_seen, evaluated_at, module, ts, at, metrics, flags, battery, signal, lat, lng, location_at
  )
  select
    device_id, 'online', ${heard.now}::timestamptz, newer_than, module, ts, at, coalesce(metrics, '{}'),
    coalesce(flags, '{}'), battery, signal, lat, lng, case when lat is not null then at end
  from (select * from ${input}) as i
  where newer_than is not null
  order by device_id
  on conflict (device_id) do update set
    last_seen = greatest(s.last_seen, excluded.last_seen),
    usual_interval_s = ${learning.usual_interval_s},
    silences = ${learning.silences},
    heard_since = ${learning.heard_since},
    offline_check_at = ${learning.offline_check_at},
    stale_check_at = ${learning.stale_check_at},
    evaluated_before = s.evaluated_at,
    evaluated_at = excluded.evaluated_at,
    module = excluded.module,
    ts = excluded.ts,
    at = excluded.at,
    metrics = ${merged('metrics')},
    flags = ${merged('flags')},
    battery = coalesce(excluded.battery, s.battery),
    signal = coalesce(excluded.signal, s.signal),
    lat = coalesce(excluded.lat, s.lat),
    lng = coalesce(excluded.lng, s.lng),
    location_at = coalesce(excluded.location_at, s.location_at)
  where s.status = 'online'
    and s.evaluated_at < excluded.evaluated_at
    and s.at < excluded.at
    and coalesce(s.compacted_until < excluded.evaluated_at, true)
  returning s.device_id, s.evaluated_before`
}

/** Whether all of these readings are new if the first one is newer than the record of the device. */
function areInOrder(readings: readonly Reading[]): boolean {
  let areTimesDistinct = true
  for (const [place, { at }] of readings.entries()) {
    const before = readings[place - 1]?.at ?? -Infinity
    if (at < before) return false
    if (at === before) areTimesDistinct = false
  }
  return areTimesDistinct || new Set(readings.map(({ at, digest }) => `${at}|${digest}`)).size === readings.length
}

/**
 * Steps 2, 5 and 6 of the specification for any readings: appends those that are not stored yet, and returns them.
 * Expects the devices in ascending order and the devices' states locked, so that two nodes never wait for each other.
 */
export async function storeReadings(tx: InCell, devices: readonly ReadingsOfDevice[]): Promise<Set<Reading>> {
  const batch = devices.flatMap(({ device, readings }) =>
    readings.map((reading) => ({ device_id: device.id, reading })),
  )
  // Null stands for all.
  const [result] = await tx.query<{ keys: string[] | null }>(
    sql`
      with stored as (
        insert into reading_rows (${READING_COLUMNS})
        select ${READING_COLUMNS}
        from (${rowsOf(batch, [])}) as input
        on conflict do nothing
        returning device_id, at, digest
      )
      select
        case when count(*) < ${batch.length}::integer then
          coalesce(array_agg(device_id || '|' || (extract(epoch from at) * 1000)::bigint || '|' || digest), '{}')
        end as keys
      from stored`,
    'store_readings',
  )
  if (result!.keys === null) return new Set(batch.map(({ reading }) => reading))
  const keys = new Set(result!.keys)
  // A reading that occurs twice in a batch is stored once: its first occurrence counts.
  const found = batch.filter(({ device_id, reading }) => keys.delete(`${device_id}|${reading.at}|${reading.digest}`))
  return new Set(found.map(({ reading }) => reading))
}

export const READING_COLUMNS = raw(
  'device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags',
)

interface DeviceReading {
  device_id: number
  reading: Reading
}

/** A select of these columns and `newer_than`. */
function rowsOf(batch: readonly DeviceReading[], newer_than: readonly (number | null)[]): Sql {
  const rows = batch.map(({ reading }) => reading)
  return sql`
    select
      device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module,
      nullif(metrics, '')::jsonb as metrics, nullif(flags, '')::jsonb as flags, newer_than
    from unnest(
      ${integers(batch.map((row) => row.device_id))}::integer[],
      ${timestamps(rows.map((row) => row.at))}::timestamptz[],
      ${bigints(rows.map((row) => row.digest))}::bigint[],
      ${timestamps(rows.map((row) => row.received_at + row.arrival / 1_000))}::timestamptz[],
      ${bigints(rows.map((row) => row.ts))}::bigint[],
      ${booleans(rows.map((row) => row.clock_suspect))}::boolean[],
      ${floats(rows.map((row) => row.lat))}::float8[],
      ${floats(rows.map((row) => row.lng))}::float8[],
      ${floats(rows.map((row) => row.battery))}::float8[],
      ${floats(rows.map((row) => row.signal))}::float8[],
      string_to_array(${lines(rows.map((row) => row.module))}, E'\\n'),
      string_to_array(${lines(rows.map((row) => row.metrics_json))}, E'\\n'),
      string_to_array(${lines(rows.map((row) => row.flags_json))}, E'\\n'),
      ${timestamps(newer_than)}::timestamptz[]
    ) as i (
      device_id, at, digest, received_at, ts, clock_suspect, lat, lng, battery, signal, module, metrics, flags,
      newer_than
    )`
}
