import { losesDigits } from '../../platform/exact-numbers.ts'

/** Timestamps below this are seconds, others milliseconds, as in a reading. */
export const SECONDS_BELOW = 1e11
const CLOCK_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(?<zone> ?(Z|[+-]\d\d(:?\d\d)?))?$/i
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Milliseconds since 1970 of an ISO 8601 time, in UTC if it has no zone; null if it is invalid. */
export function parseClockTime(text: string): number | null {
  const found = CLOCK_TIME.exec(text.trim())
  if (found === null) return null
  const zoned = found.groups?.zone === undefined ? `${found[0]}Z` : found[0].replace(/ (?=Z|[+-])/i, '')
  try {
    return Temporal.Instant.from(zoned).epochMilliseconds
  } catch {
    // Not a real date, such as February 30.
    return null
  }
}

/** The same, and also whole seconds or milliseconds since 1970. */
export function parseTime(text: string): number | null {
  const trimmed = text.trim()
  if (!/^-?\d{1,15}$/.test(trimmed)) return parseClockTime(trimmed)
  const count = Number(trimmed)
  return Math.abs(count) < SECONDS_BELOW ? count * 1_000 : count
}

/**
 * Decimal notation only: no empty text, `NaN`, `Infinity` or hexadecimal, and no number that would lose digits beyond
 * 2^53.
 */
export function parseNumber(text: string): number | null {
  const number = NUMBER.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isFinite(number) && !losesDigits(text, number) ? number : null
}

/** The `ts` of a reading: whole seconds if exact, else milliseconds. */
export function timestamp(ms: number): number {
  const seconds = ms / 1_000
  return Number.isInteger(seconds) && Math.abs(seconds) < SECONDS_BELOW ? seconds : ms
}

/** Milliseconds since 1970 of the `ts` of a reading, or null if it has none. */
export function timeOf(body: Record<string, unknown>): number | null {
  const ts = body.ts
  if (typeof ts !== 'number') return null
  return Math.abs(ts) < SECONDS_BELOW ? ts * 1_000 : ts
}

/** Adding zero turns the minus zero of small negative numbers into zero. */
export function rounded(number: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(number * factor) / factor + 0
}
