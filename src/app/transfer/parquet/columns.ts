import type { ColumnSource, SchemaElement } from 'hyparquet-writer'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { NUMBER_FLAG, TEXT_METRIC } from '../../../core/telemetry/reading.ts'

/** A column of a file of readings. */
interface Column {
  element: SchemaElement
  encoding?: ColumnSource['encoding']
}

export interface FixedColumn extends Column {
  valueIn: (reading: ReadingRecord, device: { id: number; name: string }) => unknown
}

export interface KeyColumn extends Column {
  part: keyof Keys
  key: string
}

/** Keys of metrics and flags. */
export interface Keys {
  metrics: Set<string>
  flags: Set<string>
}

type Type = Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>

const DOUBLE: Type = { type: 'DOUBLE' }
const BOOLEAN: Type = { type: 'BOOLEAN' }
const INTEGER: Type = { type: 'INT32' }
const LONG: Type = { type: 'INT64' }
const TEXT: Type = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }
const TIME: Type = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
}

const required = (name: string, type: Type, valueIn: FixedColumn['valueIn']): FixedColumn => ({
  element: { name, ...type, repetition_type: 'REQUIRED' },
  // Times rise evenly, so their differences take one or two bytes.
  ...(type.type === 'INT64' ? { encoding: 'DELTA_BINARY_PACKED' } : {}),
  valueIn,
})

const optional = (name: string, type: Type): Column => ({ element: { name, ...type, repetition_type: 'OPTIONAL' } })

/** The columns that every file has. */
export const FIXED_COLUMNS: readonly FixedColumn[] = [
  required('device_id', INTEGER, (_, device) => device.id),
  required('device', TEXT, (_, device) => device.name),
  required('module', TEXT, (reading) => reading.module),
  required('at', TIME, (reading) => BigInt(reading.at.getTime())),
  required('received_at', TIME, (reading) => BigInt(reading.received_at.getTime())),
  required('ts', LONG, (reading) => BigInt(reading.ts)),
  { ...optional('lat', DOUBLE), valueIn: (reading) => reading.lat },
  { ...optional('lng', DOUBLE), valueIn: (reading) => reading.lng },
  { ...optional('battery', DOUBLE), valueIn: (reading) => reading.battery },
  { ...optional('signal', DOUBLE), valueIn: (reading) => reading.signal },
  required('clock_suspect', BOOLEAN, (reading) => reading.clock_suspect),
]

/** A column for each key, named like values in rules, in alphabetical order. */
export const keyColumns = ({ metrics, flags }: Keys): KeyColumn[] => [
  ...[...metrics].sort().map((key) => keyColumn('metrics', key, key === TEXT_METRIC ? TEXT : DOUBLE)),
  ...[...flags].sort().map((key) => keyColumn('flags', key, key === NUMBER_FLAG ? DOUBLE : BOOLEAN)),
]

const keyColumn = (part: keyof Keys, key: string, type: Type): KeyColumn => ({
  ...optional(`${part}.${key}`, type),
  part,
  key,
})
