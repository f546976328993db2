import { parseNumber, parseTime, SECONDS_BELOW, timestamp } from '../../../core/telemetry/values.ts'
import { type FieldError, fieldError } from '../../../platform/errors.ts'
import { parseReadingText } from '../../../platform/http/schemas/json-bodies.ts'

/** The known values: some apps send −1 for an unknown speed, heading or charge. */
export function numbersOf(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      if (value === undefined || value === null) return false
      return !(NEVER_NEGATIVE.has(name) && typeof value === 'number' && value < 0)
    }),
  )
}

const NEVER_NEGATIVE = new Set([
  ...['speed_kmh', 'heading', 'accuracy', 'battery', 'fuel_level', 'odometer', 'rpm', 'sat', 'satellites'],
  ...['hdop', 'vdop', 'pdop'],
])
const UNKNOWN = /^(|[+-]?nan|[+-]?inf(inity)?|null|none|undefined|n\/a|-+)$/i
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/
/** In an address, the plus of a time zone is a space. */
const ZONE_BEHIND_SPACE = /(?<=[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?) (?=\d\d:?\d\d$)/i
/** In characters. Longer texts are no times. */
const LONGEST_TIME = 40
/** Larger times are of no unit that a reading knows. */
const TIME_LIMIT = 1e14

/** The number in a text, also with a decimal comma; null if there is none. */
export const trackerNumber = (text: string): number | null =>
  parseNumber(DECIMAL_COMMA.test(text.trim()) ? text.replace(',', '.') : text)

/** A text of digits that `trackerNumber` does not read: the number would lose some. */
export const isLargeInteger = (text: string): boolean => /^[+-]?\d{16,}$/.test(text.trim())

/** A text or a number as a text; anything else in JSON is none. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** Small trackers write JSON with `printf`, which calls an unknown number by a name that JSON does not have. */
const UNKNOWN_IN_JSON = /[+-]?\b(nan|inf(inity)?)\b(?=\s*[,}\]])/gi

/** Parses a JSON message, in which numbers may be unknown. Throws 400. */
export function trackerJson(text: string): unknown {
  try {
    return parseReadingText(text)
  } catch (error) {
    const known = text.replace(UNKNOWN_IN_JSON, 'null')
    if (known === text) throw error
    return parseReadingText(known)
  }
}

/** Faults of one message. */
interface FaultyValues {
  faults: FieldError[]
  /** Undefined if it is unknown, as many trackers say by a text, or faulty. */
  numberIn(value: unknown, field: string): number | undefined
  /** The `ts` of a reading, in the same way. */
  timeIn(value: unknown, field: string): number | undefined
  /** Latitude and longitude; nothing if one of them is unknown or faulty. Zeros stand for no position, as in Traccar. */
  positionIn(lat: [value: unknown, field: string], lng: [value: unknown, field: string]): { lat?: number; lng?: number }
}

export function faultyValues(): FaultyValues {
  const faults: FieldError[] = []
  function numberIn(value: unknown, field: string): number | undefined {
    if (value === undefined || value === null || typeof value === 'number') return value ?? undefined
    if (typeof value === 'string' && UNKNOWN.test(value.trim())) return undefined
    const number = typeof value === 'string' ? trackerNumber(value) : null
    if (number === null) {
      const isLost = typeof value === 'bigint' || isLargeInteger(plainText(value))
      faults.push(isLost ? fieldError(field, 'loses_digits') : fieldError(field, 'in_english', 'must be a number'))
    }
    return number ?? undefined
  }
  function timeIn(value: unknown, field: string): number | undefined {
    if (value === undefined || value === null) return undefined
    const text = plainText(value)
    if (typeof value === 'string' && UNKNOWN.test(text)) return undefined
    if (text === '-1') return undefined
    const ms = text.length > LONGEST_TIME ? null : trackerTime(text)
    if (ms !== null && Math.abs(ms) < TIME_LIMIT) return timestamp(ms)
    faults.push(fieldError(field, 'in_english', 'must be seconds or milliseconds since 1970, or ISO 8601'))
    return undefined
  }
  function degreesIn([value, field]: [unknown, string], most: number): number | undefined {
    const degrees = numberIn(value, field)
    if (degrees === undefined || Math.abs(degrees) <= most) return degrees
    faults.push(degrees > 0 ? fieldError(field, 'too_large', most) : fieldError(field, 'too_small', -most))
    return undefined
  }
  return {
    faults,
    numberIn,
    timeIn,
    positionIn(latGiven, lngGiven) {
      const before = faults.length
      const lat = degreesIn(latGiven, 90)
      const lng = degreesIn(lngGiven, 180)
      if (lat !== undefined && lng !== undefined) return lat === 0 && lng === 0 ? {} : { lat, lng }
      const missing = lat === undefined ? latGiven : lngGiven
      if (faults.length === before && lat !== lng) faults.push(fieldError(missing[1], 'half_position'))
      return {}
    },
  }
}

/** Milliseconds since 1970; seconds may have decimals. */
function trackerTime(text: string): number | null {
  const count = parseNumber(text)
  if (count === null) return parseTime(text.replace(ZONE_BEHIND_SPACE, '+'))
  return Math.round(Math.abs(count) < SECONDS_BELOW ? count * 1_000 : count)
}
