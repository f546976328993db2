import type { Queryable } from '../platform/database.ts'
import { csvOf, type FileFormat, GEOJSON, gpxOf, NDJSON } from './export-formats.ts'
import { type ExportRange, nextKeys, nextReadings, nextTrackPoints } from './export-store.ts'
import type { HistoryRow } from './history-store.ts'

/**
 * Rows are read by the page, each from where the one before ended, and the next page only when the last one is taken.
 * So memory stays flat, and a slow client holds neither a connection nor a transaction of the database.
 */
const PAGE_ROWS = 1_000
/** Keys alone are small, so that more rows at once are cheap. */
const KEY_ROWS = 20_000

export interface Export {
  db: Queryable
  range: ExportRange
  /** Ends the work between two pages, with an error: a file that ends early must not look whole. */
  signal: AbortSignal
}

export function exportReadings(what: Export, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  return format === 'csv' ? exportCsv(what) : written(NDJSON, readingPages(what))
}

export function exportTrack(what: Export, format: 'geojson' | 'gpx'): AsyncGenerator<string> {
  const { db, range, signal } = what
  const pages = pagesOf((behind) => nextTrackPoints(db, range, behind, PAGE_ROWS), signal)
  return format === 'gpx' ? written(gpxOf(range.deviceId), pages) : written(GEOJSON, pages)
}

/** The first line names the columns, so the keys must be known before the first reading is written. */
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
  yield* written(csvOf([...metrics].sort(), [...flags].sort()), readingPages(what))
}

const readingPages = ({ db, range, signal }: Export) =>
  pagesOf((behind) => nextReadings(db, range, behind, PAGE_ROWS), signal)

async function* pagesOf<Row extends HistoryRow>(
  next: (behind: HistoryRow | null) => Promise<Row[]>,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  let behind: HistoryRow | null = null
  for (let isWhole = true; isWhole; ) {
    signal.throwIfAborted()
    const rows = await next(behind)
    yield rows
    behind = rows.at(-1) ?? null
    isWhole = rows.length === PAGE_ROWS
  }
}

async function* written<Row>(format: FileFormat<Row>, pages: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  let isFirst = true
  let text = format.head
  for await (const rows of pages) {
    for (const row of rows) {
      text += format.row(row, isFirst)
      isFirst = false
    }
    yield text
    text = ''
  }
  yield format.foot
}
