import { extname } from 'node:path'
import { parseClockTime, timeOf, timestamp } from '../../core/telemetry/values.ts'
import { csvRecording } from './csv-recording.ts'
import { csvTable } from './csv-table.ts'
import { gpxRecording } from './gpx-recording.ts'
import { jsonlRecording } from './jsonl-recording.ts'
import {
  isPossible,
  noTimeLeft,
  type RecordedReading,
  RecordingError,
  type RecordingOptions,
} from './recorded-reading.ts'

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

/**
 * Passes over the readings of a recording whose time is before 2000 or in the future: the service would take that for
 * the wrong clock of a device, and store them as measured now. Where an export has the time that counted instead, in
 * `at`, it is used. Throws a `RecordingError` if no reading is left.
 */
async function* withPossibleTimes(
  path: string,
  readings: AsyncIterable<RecordedReading>,
  { now, onPassedOver }: RecordingOptions,
): AsyncGenerator<RecordedReading> {
  let kept = 0
  let passedOver = 0
  for await (const reading of readings) {
    const { line, body } = reading
    const time = timeOf(body)
    const at = typeof body.at === 'string' ? parseClockTime(body.at) : null
    // The service decides about a reading without a time, or with one of another type.
    if (time === null || isPossible(time, now)) yield reading
    else if (at !== null && isPossible(at, now)) yield { line, body: { ...body, ts: timestamp(at) } }
    else {
      passedOver += 1
      onPassedOver?.(line, 'impossible_time')
      continue
    }
    kept += 1
  }
  if (kept === 0 && passedOver > 0) throw noTimeLeft(path, passedOver, 'readings')
}
