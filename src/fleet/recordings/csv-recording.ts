import { rounded, timestamp } from '../../core/telemetry/values.ts'
import type { Module } from '../../core/vocabulary/modules.ts'
import { isNotMeasured, recordedNumber, recordedTime } from './cell-values.ts'
import { csvRows } from './csv-rows.ts'
import { type RecordedReading, RecordingError, type RecordingOptions } from './recorded-reading.ts'

interface CsvOptions {
  module: Module
  metric: string
  unit?: 'F' | 'C' | undefined
  onPassedOver?: RecordingOptions['onPassedOver']
}

/**
 * Streams the rows of a CSV file with the columns `timestamp` and `value`, in any order and among others. A row whose
 * value was not measured is passed over.
 */
export async function* csvRecording(path: string, options: CsvOptions): AsyncGenerator<RecordedReading> {
  let columns: Columns | null = null
  for await (const { record, info, separator } of csvRows(path)) {
    if (columns === null) {
      columns = columnsOf(path, info.lines, record)
    } else {
      const body = toBody(path, info.lines, { record, separator }, columns, options)
      if (body === null) options.onPassedOver?.(info.lines, 'no_value')
      else yield { line: info.lines, body }
    }
  }
  if (columns === null) throw new RecordingError(path, null, 'is empty; the first line must contain the column names')
}

interface Columns {
  count: number
  timestamp: number
  value: number
}

function columnsOf(path: string, line: number, record: string[]): Columns {
  const names = record.map((name) => name.trim().toLowerCase())
  const columns = { count: names.length, timestamp: names.indexOf('timestamp'), value: names.indexOf('value') }
  const twice = ['timestamp', 'value'].find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice !== undefined) throw new RecordingError(path, line, `column ${twice} appears twice`)
  if (columns.timestamp >= 0 && columns.value >= 0) return columns
  throw new RecordingError(path, line, `the columns timestamp and value are required, found "${record.join(',')}"`)
}

function toBody(
  path: string,
  line: number,
  { record, separator }: { record: string[]; separator: string },
  columns: Columns,
  options: CsvOptions,
): RecordedReading['body'] | null {
  const refused = (message: string): Error => new RecordingError(path, line, `${message} in "${record.join(',')}"`)
  if (record.length !== columns.count) throw refused(`${columns.count} fields are required, found ${record.length}`)
  const timeText = record[columns.timestamp]!
  const time = recordedTime(timeText)
  if (time === null) throw refused(`"${timeText}" is not a time`)
  const valueText = record[columns.value]!
  if (isNotMeasured(valueText, `metrics.${options.metric}`)) return null
  const value = recordedNumber(valueText, separator)
  if (value === null) throw refused(`"${valueText}" is not a number`)
  const metrics = { [options.metric]: options.unit === 'F' ? toCelsius(value) : value }
  return { module: options.module, ts: timestamp(time), metrics }
}

const toCelsius = (fahrenheit: number): number => rounded(((fahrenheit - 32) * 5) / 9, 4)
