import sql, { raw, type Sql } from 'sql-template-tag'
import { isAhead } from '../../../platform/clock.ts'
import type { InCell } from '../../../platform/database/database.ts'
import { bigints, floats, integers, lines, timestamps } from '../../../platform/database/sql-arrays.ts'
import { type Heard, learnt } from '../../devices/presence/usual-interval.ts'
import type { NewestReading } from './evaluation-time.ts'
import type { LatestChange } from './latest-metrics.ts'

/** State of a device before a batch: the times of its latest-metrics record, and of its last reading (ms). */
export interface LockedState {
  evaluated_at: number | null
  at: number | null
  /** As sent. */
  ts: number | null
  last_seen: number | null
  was_offline: boolean
  /** Readings up to this time may be in chunks (ms); null if none is. */
  compacted_until: number | null
}

/**
 * The reading that lateness is measured against, or null. Null if the clock was ahead when it came: otherwise every
 * reading would be late until that time. `last_seen` is then in the future, unless the clock went back between receipt
 * and commit. Pure.
 */
export function newestKnown(
  state: Omit<LockedState, 'was_offline' | 'compacted_until'>,
  now: number,
): NewestReading | null {
  const { evaluated_at, at, ts, last_seen } = state
  if (evaluated_at === null || at === null || ts === null) return null
  const wasSeenAhead = evaluated_at > now && last_seen !== null && isAhead(last_seen, now)
  return wasSeenAhead || isAhead(evaluated_at, now) ? null : { evaluated_at, at, ts }
}

/**
 * Locks the state rows of these devices until the transaction ends, and returns the times of their records. The ids
 * must be in ascending order: every node takes these locks in the same order, so there are no deadlocks.
 */
export async function lockDeviceStates(tx: InCell, deviceIds: readonly number[]): Promise<Map<number, LockedState>> {
  const rows = await tx.query<LockedState & { device_id: number }>(
    sql`
      select
        device_id, (extract(epoch from evaluated_at) * 1000)::float8 as evaluated_at,
        (extract(epoch from at) * 1000)::float8 as at, ts::float8,
        (extract(epoch from last_seen) * 1000)::float8 as last_seen, status = 'offline' as was_offline,
        (extract(epoch from compacted_until) * 1000)::float8 as compacted_until
      from device_states
      where device_id = any (${integers(deviceIds)}::integer[])
      order by device_id
      for no key update`,
    'lock_device_states',
  )
  return new Map(rows.map((row) => [row.device_id, row]))
}

/** The latest values with those of a batch, `i`. */
const mergedText = (part: 'metrics' | 'flags'): Sql => {
  const [stored, sent] = [raw(`s.${part}`), raw(`i.${part}`)]
  return sql`case when coalesce(${sent}, '') = '' then ${stored} else latest_values(${stored}, ${sent}::jsonb) end`
}

export interface SeenDevice {
  change: LatestChange
  offlineAfterS: number
}

/**
 * Steps 3 and 4 of the specification for the devices that `storeReadings` has left: updates the latest-metrics record,
 * and sets the device online.
 */
export async function updateDeviceStates(
  tx: InCell,
  seen: readonly SeenDevice[],
  { now, offlineAfterS }: Heard,
): Promise<void> {
  if (seen.length === 0) return
  const learning = learnt({ now, offlineAfterS })
  const changes = seen.map(({ change }) => change)
  await tx.query(
    sql`
      update device_states as s
      set
        status = 'online',
        last_seen = greatest(s.last_seen, ${now}::timestamptz),
        offline_check_at = case
          when s.status = 'online' then ${learning.offline_check_at}
          else i.offline_check_at
        end,
        stale_check_at = coalesce(${learning.stale_check_at}, ${now}::timestamptz),
        usual_interval_s = ${learning.usual_interval_s},
        silences = ${learning.silences},
        heard_since = ${learning.heard_since},
        uptime_since = coalesce(s.uptime_since, ${now}::timestamptz),
        module = coalesce(nullif(i.module, ''), s.module),
        ts = coalesce(i.ts, s.ts),
        at = coalesce(i.at, s.at),
        evaluated_at = coalesce(i.evaluated_at, s.evaluated_at),
        metrics = ${mergedText('metrics')},
        flags = ${mergedText('flags')},
        battery = coalesce(i.battery, s.battery),
        signal = coalesce(i.signal, s.signal),
        lat = coalesce(i.lat, s.lat),
        lng = coalesce(i.lng, s.lng),
        location_at = coalesce(i.location_at, s.location_at)
      from unnest(
        ${integers(changes.map((change) => change.device_id))}::integer[],
        ${timestamps(seen.map((device) => now.getTime() + device.offlineAfterS * 1_000))}::timestamptz[],
        ${bigints(changes.map((change) => change.newest?.ts ?? null))}::bigint[],
        ${timestamps(changes.map((change) => change.newest?.at ?? null))}::timestamptz[],
        ${timestamps(changes.map((change) => change.newest?.evaluated_at ?? null))}::timestamptz[],
        ${floats(changes.map((change) => change.battery))}::float8[],
        ${floats(changes.map((change) => change.signal))}::float8[],
        ${floats(changes.map((change) => change.position?.lat ?? null))}::float8[],
        ${floats(changes.map((change) => change.position?.lng ?? null))}::float8[],
        ${timestamps(changes.map((change) => change.position?.at ?? null))}::timestamptz[],
        string_to_array(${lines(changes.map((change) => change.newest?.module ?? null))}, E'\\n'),
        string_to_array(${lines(changes.map((change) => change.metrics_json))}, E'\\n'),
        string_to_array(${lines(changes.map((change) => change.flags_json))}, E'\\n')
      ) as i (
        device_id, offline_check_at, ts, at, evaluated_at, battery, signal, lat, lng, location_at, module, metrics, flags
      )
      where s.device_id = i.device_id`,
    'update_device_states',
  )
}
