import { crc32 } from 'node:zlib'
import { metricKey } from './metric-keys.ts'

const LONGEST_KEY = 64
const HASH_DIGITS = 8

/**
 * The key of a value that a name and the values of its labels tell from others. One that is too long ends in a hash of all
 * of it, so that series that differ only at their end are not stored under one key. Null if nothing is left of it.
 */
export function seriesKey(words: readonly string[]): string | null {
  const name = words.length === 1 ? words[0]! : words.join('_')
  if (name.length <= LONGEST_KEY) return metricKey(name)
  const key = metricKey(name.slice(0, LONGEST_KEY - HASH_DIGITS - 1))
  const digits = crc32(name).toString(16).padStart(HASH_DIGITS, '0')
  return `${(key ?? 'n').slice(0, LONGEST_KEY - HASH_DIGITS - 1)}_${digits}`
}
