import type { ReadingRecord } from '../history/reading-record.ts'

/** Whether two readings are the same in every bit; keys may be in another order. Equal contents have equal digests. Pure. */
export const hasSameContent = (one: ReadingRecord, other: ReadingRecord): boolean =>
  one.at.getTime() === other.at.getTime() &&
  one.received_at.getTime() === other.received_at.getTime() &&
  SCALARS.every((field) => Object.is(one[field], other[field])) &&
  isSame(one.metrics, other.metrics) &&
  isSame(one.flags, other.flags)

const SCALARS = ['ts', 'arrival', 'module', 'lat', 'lng', 'battery', 'signal', 'clock_suspect'] as const

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  let keys = 0
  for (const key in one) {
    keys += 1
    if (!Object.is(one[key], other[key])) return false
  }
  for (const _ in other) keys -= 1
  return keys === 0
}
