import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'

/**
 * A page of a device's history, newest first, after a cursor. The range is half-open: `from` is included, `to` is not.
 */
export interface HistoryPage {
  deviceId: number
  from: Date | null
  to: Date | null
  /** Time and digest of the last row of the previous page. */
  behind: { at: Date; digest: string } | null
  limit: number
}

/**
 * Ordered by time and then by digest. In SQL both must be qualified, because a bare `digest` would mean the text in the
 * select list.
 */
export interface HistoryRow {
  at: Date
  /** Text, since it may exceed the exact range of a JavaScript number. */
  digest: string
}

export interface ReadingRecord extends HistoryRow {
  ts: number
  received_at: Date
  module: string
  lat: number | null
  lng: number | null
  battery: number | null
  signal: number | null
  metrics: Record<string, unknown>
  flags: Record<string, unknown>
  clock_suspect: boolean
}

/** The columns of a `ReadingRecord`. */
export const readingColumns = (table: string): Sql =>
  raw(`
    ${table}.ts, ${table}.at, ${table}.received_at, ${table}.module, ${table}.lat, ${table}.lng, ${table}.battery,
    ${table}.signal, coalesce(${table}.metrics, '{}') as metrics, coalesce(${table}.flags, '{}') as flags,
    ${table}.clock_suspect, ${table}.digest::text as digest`)

export function listReadings(db: Queryable, page: HistoryPage): Promise<ReadingRecord[]> {
  return db.query<ReadingRecord>(sql`
    select ${readingColumns('readings')}
    from readings
    where ${within(page)}
    order by readings.at desc, readings.digest desc
    limit ${page.limit}`)
}

export interface TrackPoint extends HistoryRow {
  lat: number
  lng: number
  speed_kmh: number | null
  heading: number | null
}

export function listTrack(db: Queryable, page: HistoryPage): Promise<TrackPoint[]> {
  return db.query<TrackPoint>(sql`
    select at, lat, lng, speed_kmh, heading, digest::text
    from track
    where ${within(page)}
    order by track.at desc, track.digest desc
    limit ${page.limit}`)
}

export interface ModuleEvent extends HistoryRow {
  module: string
  kind: 'alarm' | 'measurement' | 'heartbeat'
  raised: string[]
}

/** Limited to these kinds, if any are given. */
export function listModuleEvents(
  db: Queryable,
  page: HistoryPage & { kinds?: readonly ModuleEvent['kind'][] },
): Promise<ModuleEvent[]> {
  const ofKinds = page.kinds === undefined ? empty : sql`and kind = any (${page.kinds})`
  return db.query<ModuleEvent>(sql`
    select at, module, kind, raised, digest::text
    from module_events
    where ${within(page)} ${ofKinds}
    order by module_events.at desc, module_events.digest desc
    limit ${page.limit}`)
}

const within = ({ deviceId, from, to, behind }: HistoryPage) => sql`
  device_id = ${deviceId}
  and (${from}::timestamptz is null or at >= ${from}::timestamptz)
  and (${to}::timestamptz is null or at < ${to}::timestamptz)
  and (
    ${behind?.at ?? null}::timestamptz is null
    or (at, digest) < (${behind?.at ?? null}::timestamptz, ${behind?.digest ?? null}::bigint)
  )`
