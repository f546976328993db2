import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { HistoryRow, ReadingRecord, TrackPoint } from './history-store.ts'

/** Part of a device's history to export: half-open, and only readings received before the export began. */
export interface ExportRange {
  deviceId: number
  from: Date | null
  to: Date | null
  receivedUntil: Date
}

/** The next readings, oldest first, after the last exported one. */
export function nextReadings(
  db: Queryable,
  range: ExportRange,
  behind: HistoryRow | null,
  limit: number,
): Promise<ReadingRecord[]> {
  return db.query<ReadingRecord>(sql`
    select
      ts, at, received_at, module, lat, lng, battery, signal, coalesce(metrics, '{}') as metrics,
      coalesce(flags, '{}') as flags, clock_suspect, digest::text
    from readings
    where ${following(range, behind)}
    order by readings.at, readings.digest
    limit ${limit}`)
}

export function nextTrackPoints(
  db: Queryable,
  range: ExportRange,
  behind: HistoryRow | null,
  limit: number,
): Promise<TrackPoint[]> {
  return db.query<TrackPoint>(sql`
    select
      at, lat, lng, (metrics ->> 'speed_kmh')::float8 as speed_kmh, (metrics ->> 'heading')::float8 as heading,
      digest::text
    from readings
    where ${following(range, behind)} and lat is not null
    order by readings.at, readings.digest
    limit ${limit}`)
}

export interface KeysInUse {
  metrics: string[]
  flags: string[]
  /** The last reading that was searched; null if there was none. */
  last: HistoryRow | null
  readings: number
}

/** Keys of the metrics and flags of the next readings. */
export async function nextKeys(
  db: Queryable,
  range: ExportRange,
  behind: HistoryRow | null,
  limit: number,
): Promise<KeysInUse> {
  const [found] = await db.query<KeysInUse>(sql`
    with part as materialized (
      select at, digest, metrics, flags
      from readings
      where ${following(range, behind)}
      order by readings.at, readings.digest
      limit ${limit}
    )
    select
      array(select distinct jsonb_object_keys(metrics) from part) as metrics,
      array(select distinct jsonb_object_keys(flags) from part) as flags,
      (
        select json_build_object('at', at, 'digest', digest::text)
        from part
        order by part.at desc, part.digest desc
        limit 1
      ) as last,
      (select count(*)::integer from part) as readings`)
  const { last, ...keys } = found!
  return { ...keys, last: last === null ? null : { at: new Date(last.at), digest: last.digest } }
}

const following = ({ deviceId, from, to, receivedUntil }: ExportRange, behind: HistoryRow | null): Sql => sql`
  device_id = ${deviceId}
  and received_at <= ${receivedUntil}
  and (${from}::timestamptz is null or at >= ${from}::timestamptz)
  and (${to}::timestamptz is null or at < ${to}::timestamptz)
  and (
    ${behind?.at ?? null}::timestamptz is null
    or (at, digest) > (${behind?.at ?? null}::timestamptz, ${behind?.digest ?? null}::bigint)
  )`
