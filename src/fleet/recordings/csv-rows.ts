import { pipeline } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { separatorOf } from '../../platform/files/csv.ts'
import { RecordingError } from './recorded-reading.ts'
import { recordingPieces } from './recording-text.ts'

interface CsvRow {
  record: string[]
  info: Info
  /** The separator of its cells. */
  separator: string
}

/** Streams the rows of a CSV file, including the header. Throws a `RecordingError`. */
export async function* csvRows(path: string): AsyncGenerator<CsvRow> {
  const pieces = recordingPieces(path)
  const first = await pieces.next()
  const separator = separatorOf(first.done ? '' : first.value.toString())
  // Uneven rows are let through: they are reported later, with a better message and their text.
  const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, delimiter: separator }
  const parser = parse(options)
  async function* all() {
    if (!first.done) yield first.value
    yield* pieces
  }
  try {
    // The loop gets the errors of both streams, so the callback has nothing to do.
    const rows = pipeline(all, parser, () => undefined) as AsyncIterable<Omit<CsvRow, 'separator'>>
    for await (const row of rows) yield { ...row, separator }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new RecordingError(path, parser.info.lines, error.message)
  }
}
