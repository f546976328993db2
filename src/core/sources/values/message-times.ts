import { momentOf } from '../../../platform/wall-clock.ts'
import { parseClockTime } from '../../telemetry/values.ts'

const LONGEST = 40
const DIGITS = /^-?\d+(\.\d+)?$/
/** Nanoseconds, of which a double holds all but the last digits. */
const NANOSECONDS = /^\d{18,20}$/
/** Readings hold no times beyond the year 5138. */
const LATEST = 1e14
const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(:\d\d([.,]\d{1,9})?)?)$/

/**
 * Milliseconds since 1970 of a time as senders write it; null if it is none. Seconds, milliseconds, microseconds and
 * nanoseconds are told apart by their size, as numbers and as texts. A clock time without an offset is one of this zone.
 */
export function messageTime(value: unknown, zone: string): number | null {
  const time = anyTime(value, zone)
  return time !== null && Math.abs(time) < LATEST ? time : null
}

function anyTime(value: unknown, zone: string): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? ofCount(value) : null
  if (typeof value !== 'string' || value.length > LONGEST) return null
  const text = value.trim()
  if (NANOSECONDS.test(text)) return Number(text.slice(0, -6))
  if (DIGITS.test(text)) return ofCount(Number(text))
  const local = LOCAL.exec(text)
  if (local === null) return parseClockTime(text)
  try {
    return momentOf(Temporal.PlainDateTime.from(`${local[1]}T${local[2]!.replace(',', '.')}`), zone).getTime()
  } catch {
    // Not a real date, such as February 30.
    return null
  }
}

/**
 * Seconds until the year 5138, milliseconds and microseconds accordingly. So milliseconds before March 1973, which are those
 * of a clock that was never set, are taken for seconds. Either way they are no time of a measurement, and readings get that
 * of receipt for times before 2000 or far ahead.
 */
function ofCount(count: number): number | null {
  const size = Math.abs(count)
  if (size < 1e11) return Math.round(count * 1_000)
  if (size < 1e14) return Math.round(count)
  if (size < 1e17) return Math.floor(count / 1e3)
  return size < 1e20 ? Math.floor(count / 1e6) : null
}
