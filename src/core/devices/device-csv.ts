import { pipeline } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import {
  type Fault,
  type FaultReason,
  faultOf,
  type Params,
  sentenceOf,
} from '../../platform/error-messages/reasons.ts'
import type { RequestError } from '../../platform/errors.ts'
import { separatorOf, unguarded } from '../../platform/files/csv.ts'
import { schemaCheck } from '../../platform/http/schemas/schema-check.ts'
import { timeSlices } from '../../platform/long-work/time-slices.ts'
import { ownProperty } from '../../platform/own-property.ts'
import { NewDeviceBody, newDeviceOf } from './device-bodies.ts'
import { DEVICE_SETTINGS, NEW_SETTINGS, type NewDevice, notationOf } from './device-settings.ts'

/** Accepted column names, and the API fields they stand for. */
const COLUMNS = Object.fromEntries(
  NEW_SETTINGS.flatMap(([name, { csv = [name] }]) => csv.map((column) => [column, name])),
)
/** Columns that may be left out, by the names that exports use. */
export const OPTIONAL_COLUMNS = NEW_SETTINGS.filter(([, { initial }]) => initial !== undefined)
  .map(([name, { csv = [name] }]) => csv[0])
  .join(', ')
/** Columns of a device export that are not settings; ignored, so that an export can be imported elsewhere. */
const IGNORED_COLUMNS = new Set(
  'id status last_seen battery signal lat lng location_at open_alerts created_at metrics token'.split(' '),
)
/** The column with the name of a site. */
const SITE = 'site'
const KNOWN = new Set([...Object.keys(COLUMNS), SITE, ...IGNORED_COLUMNS])
const FAULTS_TOLD = 20
const MOST_DEVICES = 10_000
/** Parsed at once, in much less than a slice. */
const PIECE_BYTES = 4_096

export interface LineFault extends Fault {
  line: number
  /** The column; empty for what is wrong with the whole line. */
  field: string
}

export interface DeviceRow {
  line: number
  /** The name of its site, if the file has one; see `importableRows`. */
  site?: string
  device: NewDevice
}

/** A file that cannot be imported. The message names each faulty line. */
export class DeviceFileError extends Error {
  readonly faults: readonly LineFault[]

  constructor(file: string, faults: readonly LineFault[]) {
    const shown = faults.slice(0, FAULTS_TOLD).map((fault) => {
      return `\n  line ${fault.line}: ${fault.field === '' ? '' : `${fault.field}: `}${sentenceOf(fault)}`
    })
    const rest = faults.length > FAULTS_TOLD ? `\n  and ${faults.length - FAULTS_TOLD} more` : ''
    super(`${file}: nothing was added.${shown.join('')}${rest}`)
    this.name = 'DeviceFileError'
    this.faults = faults
  }
}

export const lineFault = <R extends FaultReason>(line: number, ...says: [R, ...Params<R>]): LineFault => ({
  line,
  field: '',
  ...faultOf(...says),
})

const checked = schemaCheck(NewDeviceBody)

/**
 * Parses a CSV file of devices, in slices and with the API's validation. Throws a `DeviceFileError` that names every
 * fault.
 */
export async function readDeviceFile(file: string, text: string): Promise<DeviceRow[]> {
  if (text.includes(UNREADABLE)) throw new DeviceFileError(file, [notUtf8In(text)])
  const giveWay = timeSlices()
  const devices: DeviceRow[] = []
  const faults: LineFault[] = []
  let names: string[] | null = null
  let rows = 0
  for await (const { record, info } of recordsOf(file, text)) {
    await giveWay()
    const line = info.lines
    if (names === null) {
      names = columnsOf(file, line, record)
      continue
    }
    rows += 1
    if (rows > MOST_DEVICES) throw tooMany(file, line)
    if (record.length !== names.length) {
      faults.push(lineFault(line, 'csv_fields', record.length, names.length))
      continue
    }
    try {
      const site = siteIn(names, record)
      const device = newDeviceOf(checked(bodyOf(names, record)))
      devices.push({ line, ...(site === '' ? {} : { site }), device })
    } catch (error) {
      const [first] = (error as RequestError).errors ?? []
      if (first === undefined) throw error
      faults.push({ line, ...first, field: first.field.slice(1) })
    }
  }
  if (names === null) throw new DeviceFileError(file, [lineFault(1, 'csv_columns')])
  if (faults.length > 0) throw new DeviceFileError(file, faults)
  return devices
}

/** Stands for bytes that are not UTF-8, in a text that a browser or we have decoded. */
const UNREADABLE = '\uFFFD'

function notUtf8In(text: string): LineFault {
  const before = text.slice(0, text.indexOf(UNREADABLE))
  return lineFault(before.split(/\r\n|\r|\n/).length, 'not_utf8')
}

const tooMany = (file: string, line: number): DeviceFileError =>
  new DeviceFileError(file, [lineFault(line, 'csv_devices', MOST_DEVICES)])

async function* recordsOf(file: string, text: string): AsyncGenerator<{ record: string[]; info: Info }> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    delimiter: separatorOf(text),
  })
  try {
    // The loop gets the errors, so the callback has nothing to do.
    yield* pipeline(piecesOf(Buffer.from(text)), parser, () => undefined) as AsyncIterable<never>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new DeviceFileError(file, [lineFault(Number(error.lines ?? 1), 'csv', error.message)])
  }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES)
}

function columnsOf(file: string, line: number, record: readonly string[]): string[] {
  const names = record.map((name) => name.toLowerCase())
  const faults = headFaults(line, names)
  if (faults.length > 0) throw new DeviceFileError(file, faults)
  return names
}

function headFaults(line: number, names: readonly string[]): LineFault[] {
  if (names.length > KNOWN.size) return [lineFault(line, 'csv_columns_many', names.length, KNOWN.size)]
  const unknown = names.filter((name) => !KNOWN.has(name))
  const fields = names.map((name) => ownProperty(COLUMNS, name))
  const twice = fields.filter((field, place) => field !== undefined && fields.indexOf(field) < place)
  const missing = ['name', 'module'].filter((name) => !names.includes(name))
  return [
    ...unknown.map((name) => lineFault(line, 'csv_column_unknown', name, [...Object.keys(COLUMNS), SITE].join(', '))),
    ...twice.map((field) => lineFault(line, 'csv_column_twice', field!)),
    ...missing.map((name) => lineFault(line, 'csv_column_missing', name)),
  ]
}

function siteIn(names: readonly string[], record: readonly string[]): string {
  const place = names.indexOf(SITE)
  return place === -1 ? '' : unguarded(record[place]!)
}

function bodyOf(names: readonly string[], record: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [place, name] of names.entries()) {
    const [field, text] = [ownProperty(COLUMNS, name), unguarded(record[place]!)]
    if (field === undefined || (text === '' && field !== 'name')) continue
    body[field] = notationOf(DEVICE_SETTINGS[field]).read(text, ';')
  }
  return body
}
