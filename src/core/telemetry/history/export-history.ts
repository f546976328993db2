import type { Queryable } from '../../../platform/database/database.ts'
import { pagesOf, written } from '../../../platform/files/file-format.ts'
import { csvOf, GEOJSON, gpxOf, NDJSON } from './export-formats.ts'
import { type ExportRange, nextKeys, nextReadings, nextTrackPoints } from './export-store.ts'
import type { HistoryRow, ReadingRecord, TrackPoint } from './history-store.ts'

const PAGE_ROWS = 1_000
/** Keys alone are small, so more rows fit in one query. */
const KEY_ROWS = 20_000

export interface Export {
  db: Queryable
  range: ExportRange
  /** When aborted, the export ends between two pages with an error: a truncated file must not look complete. */
  signal: AbortSignal
}

export function exportReadings(what: Export, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  return format === 'csv' ? exportCsv(what) : written(NDJSON, readingsOf(what))
}

export function exportTrack(what: Export, format: 'geojson' | 'gpx'): AsyncGenerator<string> {
  const { db, range, signal } = what
  const pages = pagesOf<TrackPoint>((behind, limit) => nextTrackPoints(db, range, behind, limit), PAGE_ROWS, signal)
  return format === 'gpx' ? written(gpxOf(range.deviceId), pages) : written(GEOJSON, pages)
}

/** The first line names the columns, so all keys must be known before the first reading is written. */
async function* exportCsv(what: Export): AsyncGenerator<string> {
  const metrics = new Set<string>()
  const flags = new Set<string>()
  let behind: HistoryRow | null = null
  for (let isWhole = true; isWhole; ) {
    what.signal.throwIfAborted()
    const keys = await nextKeys(what.db, what.range, behind, KEY_ROWS)
    for (const key of keys.metrics) metrics.add(key)
    for (const key of keys.flags) flags.add(key)
    behind = keys.last
    isWhole = keys.readings === KEY_ROWS
  }
  yield* written(csvOf([...metrics].sort(), [...flags].sort()), readingsOf(what))
}

/** Oldest first, by the page. */
export const readingsOf = ({ db, range, signal }: Export): AsyncGenerator<ReadingRecord[]> =>
  pagesOf<ReadingRecord>((behind, limit) => nextReadings(db, range, behind, limit), PAGE_ROWS, signal)
