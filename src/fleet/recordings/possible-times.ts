import { parseClockTime, timeOf, timestamp } from '../../core/telemetry/values.ts'
import { isPossible, noTimeLeft, type RecordedReading, type RecordingOptions } from './recorded-reading.ts'

/**
 * Passes over the readings of a recording whose time is before 2000 or in the future: the service would take that for
 * the wrong clock of a device, and store them as measured now. Where an export has the time that counted instead, in
 * `at`, it is used. Throws a `RecordingError` if no reading is left.
 */
export async function* withPossibleTimes(
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
