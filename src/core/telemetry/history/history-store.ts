import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import type { Module } from '../../vocabulary/modules.ts'
import { type AroundMoment, type ReadingFilter, type ReadingRange, takeAround, takeReadings } from './read-readings.ts'
import type { HistoryRow, ReadingRecord } from './reading-record.ts'

/** A page of a device's history, newest first, after a cursor. */
export interface HistoryPage extends ReadingRange {
  deviceId: ReachedId<'device'>
  behind: HistoryRow | null
  limit: number
}

export const listReadings = (db: Queryable, page: HistoryPage): Promise<ReadingRecord[]> => newest(db, page)

/** The nearest readings on either side of a moment. */
export const listReadingsAround = (
  db: Queryable,
  around: AroundMoment & { deviceId: ReachedId<'device'> },
): ReturnType<typeof takeAround> => takeAround(db, around)

export interface TrackPoint {
  at: Date
  lat: number
  lng: number
  speed_kmh: number | null
  heading: number | null
}

/** Readings with a position. */
export const PLACES: ReadingFilter = {
  isWanted: ({ lat }) => lat !== null,
  rows: sql`lat is not null`,
  chunks: sql`'lat' = any (c.fields)`,
}

export async function listTrack(db: Queryable, page: HistoryPage): Promise<(TrackPoint & HistoryRow)[]> {
  const readings = await newest(db, page, PLACES)
  return readings.map((reading) => ({ ...trackPointOf(reading), digest: reading.digest }))
}

/** The position in a reading that has one, with its speed and heading, if any. */
export function trackPointOf({ at, lat, lng, metrics }: ReadingRecord): TrackPoint {
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
  return { at, lat: lat!, lng: lng!, speed_kmh: numberOf(metrics.speed_kmh), heading: numberOf(metrics.heading) }
}

/** An alarm has a flag that is set, a measurement has values or flags that are not set, a heartbeat has neither. */
export interface ModuleEvent extends HistoryRow {
  module: Module
  kind: 'alarm' | 'measurement' | 'heartbeat'
  /** Flags that are set, by the alphabet. */
  raised: string[]
}

/** Limited to these kinds, if any are given. */
export async function listModuleEvents(
  db: Queryable,
  page: HistoryPage & { kinds?: readonly ModuleEvent['kind'][] },
): Promise<ModuleEvent[]> {
  return (await newest(db, page, page.kinds && ofKinds(page.kinds))).map(eventOf)
}

function eventOf({ at, digest, module, metrics, flags }: ReadingRecord): ModuleEvent {
  const raised = Object.keys(flags)
    .filter((flag) => flags[flag] === true)
    .sort()
  const isEmpty = Object.keys(metrics).length === 0 && Object.keys(flags).length === 0
  return { at, module, kind: raised.length > 0 ? 'alarm' : isEmpty ? 'heartbeat' : 'measurement', raised, digest }
}

/** Alarms are rare, and wanted most, and few devices send heartbeats: for these alone, the database skips the rest. */
const ofKinds = (kinds: readonly ModuleEvent['kind'][]): ReadingFilter => ({
  isWanted: (reading) => kinds.includes(eventOf(reading).kind),
  ...(kinds.every((kind) => kind === 'alarm') && ALARMS),
  ...(kinds.every((kind) => kind === 'heartbeat') && HEARTBEATS),
})

const HEARTBEATS = { rows: sql`metrics is null and flags is null` }

const ALARMS = {
  rows: sql`jsonb_path_exists(flags, '$.* ? (@ == true)')`,
  chunks: sql`exists (
    select
    from unnest(c.fields) as of_chunk (field)
    join reading_chunks as f
      on f.device_id = c.device_id and f.field = of_chunk.field and f.first_at = c.first_at
        and f.first_digest = c.first_digest
    where true = any (f.truths) and f.field like 'flags.%'
  )`,
}

const newest = (db: Queryable, page: HistoryPage, only?: ReadingFilter): Promise<ReadingRecord[]> =>
  takeReadings(db, page, { order: 'newest first', ...(only && { only }) }, page.limit)
