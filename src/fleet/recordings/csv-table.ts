import { timestamp } from '../../core/telemetry/values.ts'
import { unguarded } from '../../platform/files/csv.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { isNotMeasured, recordedNumber, recordedTime } from './cell-values.ts'
import { csvRows } from './csv-rows.ts'
import { type RecordedReading, RecordingError } from './recorded-reading.ts'

/** Columns with the time of measurement; the first one present is used. */
const TIMES = ['ts', 'at', 'timestamp', 'time']
const NUMBERS = ['lat', 'lng', 'battery', 'signal']
/** Columns as other programs name them. */
const NAMES: Record<string, string> = { lon: 'lng', long: 'lng', longitude: 'lng', latitude: 'lat' }

interface Columns {
  count: number
  time: number
  at: number
  module: number
  /** Fields of the other columns: `lat`, `metrics.spo2`, `flags.fall_detected`. */
  others: { place: number; field: string }[]
}

/**
 * Streams a table whose columns are named like values in rules: `metrics.spo2`, `flags.fall_detected`, `lat`. An export
 * of the service is one. Other columns are ignored, and an empty cell is a value that was not measured.
 */
export async function* csvTable(path: string, module?: string): AsyncGenerator<RecordedReading> {
  let columns: Columns | null = null
  for await (const { record, info, separator } of csvRows(path)) {
    const fail = (message: string): Error => new RecordingError(path, info.lines, message)
    if (columns === null) columns = columnsOf(record, module, fail)
    else yield { line: info.lines, body: bodyOf({ record, separator }, columns, module, fail) }
  }
  if (columns === null) throw new RecordingError(path, null, 'is empty; the first line must contain the column names')
}

type Fail = (message: string) => Error

function columnsOf(record: readonly string[], module: string | undefined, fail: Fail): Columns {
  const names = record.map((name) => name.trim().toLowerCase()).map((name) => ownProperty(NAMES, name) ?? name)
  const seen = new Set<string>()
  const twice = names.find((name) => isRead(name) && seen.size === seen.add(name).size)
  if (twice !== undefined) throw fail(`column ${twice} appears twice`)
  const others = names.flatMap((field, place) => (isValue(field) ? [{ place, field }] : []))
  const time = names.indexOf(TIMES.find((name) => names.includes(name)) ?? '')
  if (time < 0) throw fail(`one of the columns ${TIMES.join(', ')} is needed, found "${record.join(',')}"`)
  if (others.length === 0) {
    throw fail(
      'no column says what was measured: name them metrics.spo2 and so on, or give --metric for the column value',
    )
  }
  if (module === undefined && !names.includes('module')) throw fail('there is no column module; give --module')
  return { count: names.length, time, at: names.indexOf('at'), module: names.indexOf('module'), others }
}

const isValue = (name: string): boolean => NUMBERS.includes(name) || /^(metrics|flags)\../.test(name)
const isRead = (name: string): boolean => isValue(name) || TIMES.includes(name) || name === 'module'

function bodyOf(
  { record, separator }: { record: readonly string[]; separator: string },
  columns: Columns,
  module: string | undefined,
  fail: Fail,
): RecordedReading['body'] {
  if (record.length !== columns.count) throw fail(`${columns.count} fields are required, found ${record.length}`)
  const time = recordedTime(record[columns.time]!)
  if (time === null) throw fail(`"${record[columns.time]}" is not a time`)
  const body: Record<string, unknown> = { module: module ?? record[columns.module], ts: timestamp(time) }
  // The service passes it over; `withPossibleTimes` may need it.
  if (columns.at >= 0 && columns.at !== columns.time) body.at = record[columns.at]
  const groups: Record<string, Record<string, unknown>> = { metrics: {}, flags: {} }
  for (const { place, field } of columns.others) {
    const text = record[place]!.trim()
    if (isNotMeasured(text, field)) continue
    const [group, key] = field.split(/\.(.*)/s)
    const value = cellValue(text, field, separator)
    if (value === null) throw fail(`"${text}" is no value for ${field}`)
    if (key === undefined) body[field] = value
    else groups[group!]![key] = value
  }
  return { ...body, ...groups }
}

function cellValue(text: string, field: string, separator: string): number | string | boolean | null {
  if (field === 'metrics.gas_type') return unguarded(text)
  if (field.startsWith('flags.') && field !== 'flags.impact_g_force') {
    return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : null
  }
  return recordedNumber(text, separator)
}
