import { extname } from 'node:path'
import { csvRecording } from './csv-recording.ts'
import { csvTable } from './csv-table.ts'
import { gpxRecording } from './gpx-recording.ts'
import { jsonlRecording } from './jsonl-recording.ts'
import { withPossibleTimes } from './possible-times.ts'
import { type RecordedReading, RecordingError, type RecordingOptions } from './recorded-reading.ts'

/**
 * Streams the readings of a recording in the order of the file. Throws a `RecordingError` for anything it cannot read.
 */
export function readRecording(path: string, options: RecordingOptions = {}): AsyncIterable<RecordedReading> {
  return withPossibleTimes(path, readingsOf(path, options), options)
}

function readingsOf(path: string, options: RecordingOptions): AsyncIterable<RecordedReading> {
  const { module, metric, unit, onPassedOver } = options
  switch (extname(path).toLowerCase()) {
    case '.csv':
      if (metric === undefined) return csvTable(path, module)
      if (module === undefined) throw new RecordingError(path, null, '--metric also requires --module')
      return csvRecording(path, { module, metric, unit, onPassedOver })
    case '.gpx':
      return gpxRecording(path, options)
    case '.jsonl':
    case '.ndjson':
      return jsonlRecording(path)
    default:
      throw new RecordingError(path, null, 'the name of a recording must end in .csv, .gpx, .jsonl or .ndjson')
  }
}

/** Reads a recording to its end, which also shows whether all of it is readable. */
export async function countReadings(readings: AsyncIterable<RecordedReading>): Promise<number> {
  let count = 0
  for await (const _ of readings) count++
  return count
}
