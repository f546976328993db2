import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { RecordingError } from './recorded-reading.ts'

export interface CsvRow {
  record: string[]
  info: Info
}

/** Streams the rows of a CSV file, including the header. Throws a `RecordingError`. */
export async function* csvRows(path: string): AsyncGenerator<CsvRow> {
  // Uneven rows are let through: they are reported later, with a better message and their text.
  const parser = parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true })
  try {
    // The loop gets the errors of both streams, so the callback has nothing to do.
    yield* pipeline(createReadStream(path), parser, () => undefined) as AsyncIterable<CsvRow>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new RecordingError(path, parser.info.lines, error.message)
  }
}
