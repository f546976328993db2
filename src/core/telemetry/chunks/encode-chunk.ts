import type { GiveWay } from '../../../platform/long-work/time-slices.ts'
import type { ReadingRecord } from '../history/reading-record.ts'
import { type ChunkField, NotCompactable } from './chunk.ts'
import { contentDigest } from './content-digest.ts'
import { encodeNumbers, oneForAll } from './encode-numbers.ts'

type Value = number | boolean | string
/** Values by field, with a null for each reading that does not have it. */
type Columns = Map<string, (Value | null)[]>

/**
 * The fields of readings, which are in the order of the history. `decodeChunk` gives back the same readings, exactly.
 * Throws NotCompactable if a field has values of several types, which no device can send.
 */
export async function encodeChunk(readings: readonly ReadingRecord[], giveWay: GiveWay): Promise<ChunkField[]> {
  const [own, metrics, flags]: Columns[] = [new Map(), new Map(), new Map()]
  const put = (columns: Columns, field: string, place: number, value: Value) => {
    let column = columns.get(field)
    if (column === undefined) {
      column = new Array<Value | null>(readings.length).fill(null)
      columns.set(field, column)
    }
    column[place] = value
  }
  let hasOwnDigests = false
  for (const [place, reading] of readings.entries()) {
    await giveWay()
    putOwn(reading, (field, value) => put(own!, field, place, value))
    for (const key in reading.metrics) put(metrics!, key, place, reading.metrics[key] as Value)
    for (const key in reading.flags) put(flags!, key, place, reading.flags[key] as Value)
    hasOwnDigests ||= contentDigest(reading) !== reading.digest
  }
  // Written by a version with other digests: these can't be computed again.
  if (hasOwnDigests) for (const [place, { digest }] of readings.entries()) put(own!, 'digest', place, digest)
  const fields: ChunkField[] = []
  for (const [prefix, columns] of [
    ['', own!],
    ['metrics.', metrics!],
    ['flags.', flags!],
  ] as const) {
    for (const [name, values] of columns) {
      await giveWay()
      fields.push({ field: prefix + name, ...encodeValues(prefix + name, values) })
    }
  }
  return fields
}

/** Times are in seconds, so that those in whole seconds take the least room. */
function putOwn(reading: ReadingRecord, put: (field: string, value: Value) => void): void {
  const at = reading.at.getTime()
  put('at', at / 1_000)
  put('received_at', ((reading.received_at.getTime() - at) * 1_000 + reading.arrival) / 1_000_000)
  if (reading.ts !== at / 1_000) put('ts', reading.ts - at)
  if (reading.clock_suspect) put('clock_suspect', true)
  put('module', reading.module)
  if (reading.lat !== null) put('lat', reading.lat)
  if (reading.lng !== null) put('lng', reading.lng)
  if (reading.battery !== null) put('battery', reading.battery)
  if (reading.signal !== null) put('signal', reading.signal)
}

function encodeValues(field: string, values: readonly (Value | null)[]): Omit<ChunkField, 'field'> {
  const type = typeof values.find((value) => value !== null)
  if (values.some((value) => value !== null && typeof value !== type)) {
    throw new NotCompactable(`The field ${field} has values of several types`)
  }
  if (type === 'number') return encodeNumbers(values as (number | null)[])
  const list = oneForAll(values)
  return {
    scaled: null,
    items:
      type === 'boolean'
        ? { kind: 'truths', list: list as (boolean | null)[] }
        : { kind: 'words', list: list as (string | null)[] },
  }
}
