import type { FileHandle } from 'node:fs/promises'
import { zstdCompressSync } from 'node:zlib'
import { ByteWriter, type ColumnSource, ParquetWriter, type Writer } from 'hyparquet-writer'
import type { ReadingRecord } from '../../../core/telemetry/history/reading-record.ts'
import { VERSION } from '../../node/version.ts'
import { FIXED_COLUMNS, type FixedColumn, type KeyColumn, type Keys, keyColumns } from './columns.ts'

/** Large enough to compress well and to be read by one thread each, small enough to be held in memory. */
const GROUP_ROWS = 100_000
/** Row groups with many columns have fewer rows. */
const GROUP_CELLS = 2_000_000

export interface ExportedDevice {
  id: number
  name: string
}

interface ReadingsFile {
  add(device: ExportedDevice, readings: Iterable<ReadingRecord>): Promise<void>
  /** Keys that the columns lack. If there are any, the file is not complete. */
  missing: Keys
  /** Writes the last rows and the footer. Returns the number of readings. */
  finish(): Promise<number>
}

/** A Parquet file of readings, with a column for each of these keys. A row group is written when it is full. */
export function readingsFile(file: FileHandle, keys: Keys): ReadingsFile {
  const columns = [...FIXED_COLUMNS, ...keyColumns(keys)]
  const parquet = new ParquetWriter({
    writer: writerTo(file),
    schema: [{ name: 'readings', num_children: columns.length }, ...columns.map(({ element }) => element)],
    codec: 'ZSTD',
    compressors: { ZSTD: zstdCompressSync },
    createdBy: `tocsin version ${VERSION}`,
  })
  const missing: Keys = { metrics: new Set(), flags: new Set() }
  const places = { metrics: placesOf(columns, 'metrics'), flags: placesOf(columns, 'flags') }
  /** Values of the present row group by column. Absent ones are gaps in an array, or the array is absent. */
  let values: (unknown[] | undefined)[] = []
  let filled = 0
  let rows = 0
  let written = 0

  function put(place: number, value: unknown): void {
    if (value === null) return
    let column = values[place]
    if (column === undefined) {
      column = []
      values[place] = column
      filled += 1
    }
    column[rows] = value
  }

  function putAll(part: keyof Keys, reading: ReadingRecord): void {
    const found = reading[part]
    for (const key in found) {
      const place = places[part].get(key)
      if (place === undefined) missing[part].add(key)
      else put(place, found[key])
    }
  }

  async function add(device: ExportedDevice, readings: Iterable<ReadingRecord>): Promise<void> {
    for (const reading of readings) {
      for (const [place, { valueIn }] of FIXED_COLUMNS.entries()) put(place, valueIn(reading, device))
      putAll('metrics', reading)
      putAll('flags', reading)
      rows += 1
      if (rows === GROUP_ROWS || rows * filled >= GROUP_CELLS) await writeGroup()
    }
  }

  async function writeGroup(): Promise<void> {
    const sources = columns.map((column, place) => sourceOf(column, values[place] ?? [], rows))
    await parquet.write({ columnData: sources, rowGroupSize: rows })
    written += rows
    rows = 0
    filled = 0
    values = []
  }

  async function finish(): Promise<number> {
    if (rows > 0) await writeGroup()
    await parquet.finish()
    return written
  }

  return { add, missing, finish }
}

/** Collects what the library writes, and appends it to the file after each row group. */
function writerTo(file: FileHandle): Writer {
  const bytes = new ByteWriter()
  async function flush(): Promise<void> {
    await file.writeFile(bytes.getBytes())
    bytes.index = 0
  }
  return Object.assign(bytes, { flush, finish: flush })
}

const placesOf = (columns: readonly (FixedColumn | KeyColumn)[], part: keyof Keys): Map<string, number> =>
  new Map(columns.flatMap((column, place) => ('key' in column && column.part === part ? [[column.key, place]] : [])))

function sourceOf({ element, encoding }: FixedColumn | KeyColumn, data: unknown[], rows: number): ColumnSource {
  data.length = rows
  // A dictionary would make −0 and 0 the same value.
  const isPlain = element.type === 'DOUBLE' && data.some((value) => Object.is(value, -0))
  return { name: element.name, data, ...(isPlain ? { encoding: 'PLAIN' } : encoding && { encoding }) }
}
