import type { Module } from '../../core/vocabulary/modules.ts'

/** One reading of a recording: the body to post, and where in the file it stands. */
export interface RecordedReading {
  line: number
  body: Record<string, unknown>
}

export interface RecordingOptions {
  /** What the readings are of: must be given for a CSV file, `vehicle` when absent for a GPX file. */
  module?: Module | undefined
  /** The metric that the values of a CSV file are. */
  metric?: string | undefined
  /** `F` when the values of a CSV file are degrees Fahrenheit, which are sent as degrees Celsius. */
  unit?: 'F' | 'C' | undefined
  /** Told how many points of a GPX file are left out, since they have no time. */
  onPassedOver?: ((points: number) => void) | undefined
}

/** A recording that cannot be read as it stands. The message names the file, the line and the text at fault. */
export class RecordingError extends Error {
  constructor(file: string, line: number | null, message: string) {
    super(line === null ? `${file}: ${message}` : `${file}, line ${line}: ${message}`)
    this.name = 'RecordingError'
  }
}
