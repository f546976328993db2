import type { Module } from '../../vocabulary/modules.ts'
import type { ReadingRecord } from '../history/reading-record.ts'
import { receiptOf } from '../history/receipt.ts'
import { inOrderOfJsonb } from '../reading.ts'
import { CHUNK_FORMAT } from './chunk.ts'
import { contentDigest } from './content-digest.ts'

/** A chunk as it is stored. */
export interface StoredChunk {
  format: number
  n: number
  fields: StoredField[]
}

/** At most one of the four lists is set. */
export interface StoredField {
  field: string
  base: number | null
  step: number | null
  divisor: number | null
  offsets: (number | null)[] | null
  floats: (number | null)[] | null
  truths: (boolean | null)[] | null
  words: (string | null)[] | null
}

/** The readings of a chunk, by place in the order of the history. */
export interface DecodedChunk {
  n: number
  /** Milliseconds since 1970. */
  at(place: number): number
  /** The first place whose time is not before this one. */
  placeOf(at: number): number
  reading(place: number): ReadingRecord
  /** A value of a field, or null; for chunks that were read with some of their fields. */
  number(field: string, place: number): number | null
}

type Column<Value = unknown> = (place: number) => Value | null

const NOTHING: Column<never> = () => null

/** The readings that were encoded, exactly. Throws for chunks of another format. Pure. */
export function decodeChunk({ format, n, fields }: StoredChunk): DecodedChunk {
  if (format !== CHUNK_FORMAT) {
    throw new Error(`A chunk has the format ${format}; this version of Tocsin reads ${CHUNK_FORMAT}`)
  }
  const columns = new Map(fields.map((field) => [field.field, columnOf(field)]))
  const column = <Value>(field: string) => (columns.get(field) ?? NOTHING) as Column<Value>
  const numbers = (field: string) => column<number>(field)
  const at = (place: number) => Math.round(numbers('at')(place)! * 1_000)
  const [lag, ts, suspect, module] = [
    numbers('received_at'),
    numbers('ts'),
    column('clock_suspect'),
    column<Module>('module'),
  ]
  const [lat, lng, battery, signal] = [numbers('lat'), numbers('lng'), numbers('battery'), numbers('signal')]
  const digest = column<string>('digest')
  const metrics = groupOf(columns, 'metrics.')
  const flags = groupOf(columns, 'flags.')

  return {
    n,
    at,
    placeOf(time) {
      let [low, high] = [0, n]
      while (low < high) {
        const middle = (low + high) >> 1
        if (at(middle) < time) low = middle + 1
        else high = middle
      }
      return low
    },
    number: (field, place) => numbers(field)(place),
    reading(place) {
      const time = at(place)
      const beyond = ts(place)
      const reading = {
        ts: beyond === null ? time / 1_000 : time + beyond,
        at: new Date(time),
        ...receiptOf(time * 1_000 + Math.round(lag(place)! * 1_000_000)),
        module: module(place)!,
        lat: lat(place),
        lng: lng(place),
        battery: battery(place),
        signal: signal(place),
        metrics: metrics(place),
        flags: flags(place),
        clock_suspect: suspect(place) === true,
      }
      return withDigest(reading, () => digest(place) ?? contentDigest(reading))
    },
  }
}

/** The digest is computed when somebody asks for it, which few do. */
function withDigest(reading: Omit<ReadingRecord, 'digest'>, compute: () => string): ReadingRecord {
  let digest: string | null = null
  return Object.defineProperty(reading, 'digest', {
    get: () => (digest ??= compute()),
    enumerable: true,
  }) as ReadingRecord
}

function columnOf({ base, step, divisor, offsets, floats, truths, words }: StoredField): Column {
  const list = floats ?? truths ?? words
  if (list !== null) return list.length === 1 ? () => list[0]! : (place) => list[place]!
  if (offsets === null) return (place) => (base! + step! * place) / divisor!
  return (place) => {
    const offset = offsets[place]!
    return offset === null ? null : (base! + step! * place + offset) / divisor!
  }
}

/** The values with this prefix, as an object with its keys in the order of jsonb. */
function groupOf(columns: ReadonlyMap<string, Column>, prefix: string): (place: number) => Record<string, unknown> {
  const members = [...columns.keys()]
    .filter((field) => field.startsWith(prefix))
    .map((field) => ({ key: field.slice(prefix.length), value: columns.get(field)! }))
    .sort((one, other) => inOrderOfJsonb(one.key, other.key))
  return (place) => {
    const values: Record<string, unknown> = {}
    for (const { key, value } of members) {
      const found = value(place)
      if (found !== null) values[key] = found
    }
    return values
  }
}
