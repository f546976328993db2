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
  /** Called with the number of points of a GPX file that are left out because they have no time. */
  onPassedOver?: ((points: number) => void) | undefined
}

/** A recording that cannot be read. The message names the file, the line and the faulty text. */
export class RecordingError extends Error {
  constructor(file: string, line: number | null, message: string) {
    super(line === null ? `${file}: ${message}` : `${file}, line ${line}: ${message}`)
    this.name = 'RecordingError'
  }
}
