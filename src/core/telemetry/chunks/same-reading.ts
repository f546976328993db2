import type { ReadingRecord } from '../history/reading-record.ts'

/** Whether two readings are the same in every bit; keys may be in another order. Pure. */
export const isSameReading = (one: ReadingRecord, other: ReadingRecord): boolean =>
  one.digest === other.digest &&
  one.at.getTime() === other.at.getTime() &&
  one.received_at.getTime() === other.received_at.getTime() &&
  SCALARS.every((field) => Object.is(one[field], other[field])) &&
  isSame(one.metrics, other.metrics) &&
  isSame(one.flags, other.flags)

const SCALARS = ['ts', 'module', 'lat', 'lng', 'battery', 'signal', 'clock_suspect'] as const

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => Object.is(one[key], other[key]))
}
