import sql from 'sql-template-tag'
import { CLOCK_TOLERANCE_S } from '../../../platform/clock.ts'
import type { InCell, Queryable } from '../../../platform/database/database.ts'

/** For rules on one field: a reading older than this at its arrival does not count as heard. */
const LATENESS_S = 3_600

/** Devices whose staleness is to be checked by now. */
export async function listDevicesToListenFor(db: Queryable, now: Date, limit: number): Promise<number[]> {
  const rows = await db.query<{ device_id: number }>(sql`
    select device_id
    from (
      select device_id from device_states where stale_check_at <= ${now} order by stale_check_at limit ${limit}
    ) as due
    order by device_id`)
  return rows.map(({ device_id }) => device_id)
}

/** In ms of server time; devices without any reading are left out. */
export async function findLastSeen(tx: Queryable, deviceIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.query<{ device_id: number; last_seen: number }>(sql`
    select device_id, (extract(epoch from last_seen) * 1000)::float8 as last_seen
    from device_states
    where device_id = any (${deviceIds}::integer[]) and last_seen is not null`)
  return new Map(rows.map(({ device_id, last_seen }) => [device_id, last_seen]))
}

/**
 * When a device last sent one field, looking back no further than `since` (ms of server time): `since` itself if it was
 * earlier, null if never. Read only when the timer is due, so that no reading has to store it. A reading received after
 * `last_seen` was stored by a clock that was ahead.
 */
export async function lastHeardOf(
  tx: Queryable,
  deviceId: number,
  field: string,
  since: number,
): Promise<number | null> {
  const [part, key = null] = field.split('.') as ['metrics' | 'flags' | 'battery' | 'signal', string?]
  const column = { metrics: sql`metrics`, flags: sql`flags`, battery: sql`battery`, signal: sql`signal` }[part]
  const has = key === null ? sql`${column} is not null` : sql`coalesce(${column} ? ${key}, false)`
  const from = new Date(since - LATENESS_S * 1_000)
  const [row] = await tx.query<{ heard_at: number | null }>(sql`
    select coalesce(
      (
        select extract(epoch from max(received_at)) * 1000
        from readings
        where device_id = ${deviceId} and at >= ${from} and last_at >= ${from} and ${has}
          and first_at >= date_trunc('month', ${from}::timestamptz at time zone 'UTC') at time zone 'UTC'
          and received_at <= (
            select last_seen + make_interval(secs => ${CLOCK_TOLERANCE_S}) from device_states where device_id = ${deviceId}
          )
      ),
      (select ${since}::float8 from device_states where device_id = ${deviceId} and ${has})
    )::float8 as heard_at`)
  return row?.heard_at ?? null
}

export async function listenAgainAt(tx: InCell, times: ReadonlyMap<number, number>): Promise<void> {
  await tx.query(sql`
    update device_states as s
    set stale_check_at = to_timestamp(t.at / 1000)
    from unnest(${[...times.keys()]}::integer[], ${[...times.values()]}::float8[]) as t (device_id, at)
    where s.device_id = t.device_id`)
}
