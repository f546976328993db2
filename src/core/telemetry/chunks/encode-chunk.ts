import type { GiveWay } from '../../../platform/long-work/time-slices.ts'
import type { ReadingRecord } from '../history/reading-record.ts'
import type { ChunkField } from './chunk.ts'
import { contentDigest } from './content-digest.ts'
import { encodeNumbers, oneForAll } from './encode-numbers.ts'

type Value = number | boolean | string
type Columns = Map<string, (Value | null)[]>

/**
 * The fields of readings, which are in the order of the history. `decodeChunk` gives back the same readings, exactly.
 * Throws if a field has values of several types, which no device can send.
 */
export async function encodeChunk(readings: readonly ReadingRecord[], giveWay: GiveWay): Promise<ChunkField[]> {
  const columns: Columns = new Map()
  const put = (field: string, place: number, value: Value) => {
    const column = columns.get(field) ?? new Array<Value | null>(readings.length).fill(null)
    if (place === 0 || !columns.has(field)) columns.set(field, column)
    column[place] = value
  }
  let hasOwnDigests = false
  for (const [place, reading] of readings.entries()) {
    await giveWay()
    putReading(reading, (field, value) => put(field, place, value))
    hasOwnDigests ||= contentDigest(reading) !== reading.digest
  }
  // Written by a version with other digests: these can't be computed again.
  if (hasOwnDigests) for (const [place, { digest }] of readings.entries()) put('digest', place, digest)
  const fields: ChunkField[] = []
  for (const [field, values] of columns) {
    await giveWay()
    fields.push({ field, ...encodeValues(field, values) })
  }
  return fields
}

/** Times are in seconds, so that those in whole seconds take the least room. */
function putReading(reading: ReadingRecord, put: (field: string, value: Value) => void): void {
  const at = reading.at.getTime()
  put('at', at / 1_000)
  put('received_at', (reading.received_at.getTime() - at) / 1_000)
  if (reading.ts !== at / 1_000) put('ts', reading.ts - at)
  if (reading.clock_suspect) put('clock_suspect', true)
  put('module', reading.module)
  for (const field of ['lat', 'lng', 'battery', 'signal'] as const) {
    const value = reading[field]
    if (value !== null) put(field, value)
  }
  for (const key in reading.metrics) put(`metrics.${key}`, reading.metrics[key] as Value)
  for (const key in reading.flags) put(`flags.${key}`, reading.flags[key] as Value)
}

function encodeValues(field: string, values: readonly (Value | null)[]): Omit<ChunkField, 'field'> {
  const type = typeof values.find((value) => value !== null)
  if (values.some((value) => value !== null && typeof value !== type)) {
    throw new Error(`The field ${field} has values of several types`)
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
