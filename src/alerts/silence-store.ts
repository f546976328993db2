import sql from 'sql-template-tag'
import type { Queryable } from '../platform/database.ts'

/** How much older than its arrival a reading may be and still tell, when one value is asked for, that it was heard. */
const LATENESS_S = 3_600

/** Devices whose silence is to be looked at by now. */
export async function listDevicesToListenFor(db: Queryable, now: Date, limit: number): Promise<number[]> {
  const rows = await db.query<{ device_id: number }>(sql`
    select device_id
    from (
      select device_id from device_states where silence_check_at <= ${now} order by silence_check_at limit ${limit}
    ) as due
    order by device_id`)
  return rows.map(({ device_id }) => device_id)
}

/** In ms of server time. */
export interface Heard {
  last_seen: number | null
  /** Since when some node has been listening without a break. */
  up_since: number
}

export async function findLastHeard(tx: Queryable, deviceIds: readonly number[]): Promise<Map<number, Heard>> {
  const rows = await tx.query<Heard & { device_id: number }>(sql`
    select
      s.device_id, (extract(epoch from s.last_seen) * 1000)::float8 as last_seen,
      coalesce(extract(epoch from p.up_since) * 1000, 0)::float8 as up_since
    from device_states as s
    left join service_presence as p on true
    where s.device_id = any (${deviceIds}::integer[])`)
  return new Map(rows.map(({ device_id, ...heard }) => [device_id, heard]))
}

/**
 * When a device was last heard of one value, not looking further back than `since` (ms of server time): that moment
 * itself when it was earlier, null when never. Asked only when the time is up, so that no reading has to note it.
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
  const [row] = await tx.query<{ heard_at: number | null }>(sql`
    select coalesce(
      (
        select extract(epoch from max(received_at)) * 1000
        from readings
        where device_id = ${deviceId} and at >= to_timestamp(${since / 1_000 - LATENESS_S}) and ${has}
      ),
      (select ${since}::float8 from device_states where device_id = ${deviceId} and ${has})
    )::float8 as heard_at`)
  return row?.heard_at ?? null
}

export async function listenAgainAt(tx: Queryable, times: ReadonlyMap<number, number>): Promise<void> {
  await tx.query(sql`
    update device_states as s
    set silence_check_at = to_timestamp(t.at / 1000)
    from unnest(${[...times.keys()]}::integer[], ${[...times.values()]}::float8[]) as t (device_id, at)
    where s.device_id = t.device_id`)
}
