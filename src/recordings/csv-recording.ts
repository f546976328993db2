import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { parseNumber, parseTime, rounded, timestamp } from '../telemetry/values.ts'
import type { Module } from '../vocabulary/modules.ts'
import { type RecordedReading, RecordingError } from './recorded-reading.ts'

export interface CsvOptions {
  module: Module
  metric: string
  unit?: 'F' | 'C' | undefined
}

interface Row {
  record: string[]
  info: Info
}

/** Streams the rows of a CSV file with the columns `timestamp` and `value`, in any order and among others. */
export async function* csvRecording(path: string, options: CsvOptions): AsyncGenerator<RecordedReading> {
  let columns: Columns | null = null
  for await (const { record, info } of rowsOf(path)) {
    if (columns === null) {
      columns = columnsOf(path, info.lines, record)
    } else {
      yield { line: info.lines, body: toBody(path, info.lines, record, columns, options) }
    }
  }
  if (columns === null) throw new RecordingError(path, null, 'is empty; the first line must name its columns')
}

async function* rowsOf(path: string): AsyncGenerator<Row> {
  // Rows of uneven length are let through: we name them better, and with their text.
  const parser = parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true })
  try {
    // The loop is told of errors in either stream, so the callback has nothing to do.
    yield* pipeline(createReadStream(path), parser, () => undefined) as AsyncIterable<Row>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new RecordingError(path, parser.info.lines, error.message)
  }
}

interface Columns {
  count: number
  timestamp: number
  value: number
}

function columnsOf(path: string, line: number, record: string[]): Columns {
  const names = record.map((name) => name.trim().toLowerCase())
  const columns = { count: names.length, timestamp: names.indexOf('timestamp'), value: names.indexOf('value') }
  if (columns.timestamp >= 0 && columns.value >= 0) return columns
  throw new RecordingError(path, line, `the columns timestamp and value are needed, found "${record.join(',')}"`)
}

function toBody(
  path: string,
  line: number,
  record: string[],
  columns: Columns,
  options: CsvOptions,
): RecordedReading['body'] {
  const refused = (message: string): Error => new RecordingError(path, line, `${message} in "${record.join(',')}"`)
  if (record.length !== columns.count) throw refused(`${columns.count} fields are needed, found ${record.length}`)
  const timeText = record[columns.timestamp]!
  const time = parseTime(timeText)
  if (time === null) throw refused(`"${timeText}" is not a time`)
  const valueText = record[columns.value]!
  const value = parseNumber(valueText)
  if (value === null) throw refused(`"${valueText}" is not a number`)
  const metrics = { [options.metric]: options.unit === 'F' ? toCelsius(value) : value }
  return { module: options.module, ts: timestamp(time), metrics }
}

const toCelsius = (fahrenheit: number): number => rounded(((fahrenheit - 32) * 5) / 9, 4)
