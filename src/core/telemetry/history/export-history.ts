import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import { written } from '../../../platform/files/file-format.ts'
import type { ReachedId } from '../../reach/reached-id.ts'
import { PLACES, type TrackPoint, trackPointOf } from './history-store.ts'
import { type ReadingFilter, type ReadingRange, readReadings } from './read-readings.ts'
import { csvOf, GEOJSON, gpxOf, NDJSON_FORMAT } from './reading-export-formats.ts'
import type { ReadingRecord } from './reading-record.ts'

const AT_ONCE = 500

/** Part of a device's history to export: half-open, and only readings received before the export began. */
interface ExportRange extends ReadingRange {
  receivedUntil: Date
}

export interface Export {
  db: Queryable
  range: ExportRange & { deviceId: ReachedId<'device'> }
  /** When aborted, the export ends between two pages with an error: a truncated file must not look complete. */
  signal?: AbortSignal
}

export function exportReadings(what: Export, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  return format === 'csv' ? exportCsv(what) : written(NDJSON_FORMAT, readingsOf(what))
}

export function exportTrack(what: Export, format: 'geojson' | 'gpx'): AsyncGenerator<string> {
  return format === 'gpx' ? written(gpxOf(what.range.deviceId), trackOf(what)) : written(GEOJSON, trackOf(what))
}

/** The first line names the columns, so all readings are read once for their keys before the first one is written. */
async function* exportCsv(what: Export): AsyncGenerator<string> {
  const metrics = new Set<string>()
  const flags = new Set<string>()
  for await (const readings of readingsOf(what)) {
    for (const reading of readings) {
      for (const key in reading.metrics) metrics.add(key)
      for (const key in reading.flags) flags.add(key)
    }
  }
  yield* written(csvOf([...metrics].sort(), [...flags].sort()), readingsOf(what))
}

/** Oldest first. Each portion is read when the consumer is ready: a slow reader holds neither a connection nor a transaction. */
export async function* readingsOf(
  { db, range, signal }: Omit<Export, 'range'> & { range: ExportRange },
  only?: ReadingFilter,
): AsyncGenerator<Iterable<ReadingRecord>> {
  const { receivedUntil } = range
  const inTime: ReadingFilter = {
    ...only,
    isWanted: (reading) => reading.received_at <= receivedUntil && (only === undefined || only.isWanted(reading)),
    // The microseconds are the order of arrival.
    rows: sql`received_at < ${receivedUntil}::timestamptz + interval '1 millisecond' and ${only?.rows ?? sql`true`}`,
  }
  signal?.throwIfAborted()
  for await (const readings of readReadings(db, range, { order: 'oldest first', atOnce: AT_ONCE, only: inTime })) {
    yield readings
    signal?.throwIfAborted()
  }
}

async function* trackOf(what: Export): AsyncGenerator<Iterable<TrackPoint>> {
  for await (const readings of readingsOf(what, PLACES)) yield Iterator.from(readings).map(trackPointOf)
}
