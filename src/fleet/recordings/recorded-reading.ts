import { YEAR_2000_MS } from '../../core/telemetry/reading.ts'
import type { Module } from '../../core/vocabulary/modules.ts'

/** One reading of a recording: the body to send, and its line in the file. */
export interface RecordedReading {
  line: number
  body: Record<string, unknown>
}

export interface RecordingOptions {
  /** Module of the readings: required for a CSV file, `vehicle` by default for a GPX file. */
  module?: Module | undefined
  /** Metric of the values in a CSV file. */
  metric?: string | undefined
  /** `F` if the values of a CSV file are degrees Fahrenheit, which are sent as degrees Celsius. */
  unit?: 'F' | 'C' | undefined
  /** Later readings are passed over. */
  now?: Date | undefined
  /** Called for each reading that is left out. */
  onPassedOver?: ((line: number, why: PassedOver) => void) | undefined
}

export type PassedOver = 'no_time' | 'no_value' | 'impossible_time'

/** A recording is not the clock of a device: what it says was measured in this century, and before now. */
export const isPossible = (ms: number, now: Date | undefined): boolean =>
  ms >= YEAR_2000_MS && (now === undefined || ms <= now.getTime())

export const noTimeLeft = (path: string, count: number, what: 'readings' | 'points'): RecordingError =>
  new RecordingError(path, null, `none of its ${count} ${what} has a time from 2000 on that is not in the future`)

/** A recording that cannot be read. The message names the file, the line and the faulty text. */
export class RecordingError extends Error {
  constructor(file: string, line: number | null, message: string) {
    super(line === null ? `${file}: ${message}` : `${file}, line ${line}: ${message}`)
    this.name = 'RecordingError'
  }
}
