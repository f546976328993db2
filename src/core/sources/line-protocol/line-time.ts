/** Units of time stamps in milliseconds, by the `precision` of InfluxDB 1, 2 and 3. */
const MS_OF: ReadonlyMap<string, number> = new Map([
  ['n', 1e-6],
  ['ns', 1e-6],
  ['u', 1e-3],
  ['µ', 1e-3],
  ['us', 1e-3],
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['nanosecond', 1e-6],
  ['microsecond', 1e-3],
  ['millisecond', 1],
  ['second', 1_000],
])

/** Beyond what a reading can hold. */
const LIMIT_MS = 1e14

/**
 * Milliseconds since 1970 of the digits of a time stamp in the unit of this `precision`. Null if they are none, the unit is
 * unknown, or no reading can hold the time.
 */
export function lineTime(source: string, precision: string): number | null {
  const unit = MS_OF.get(precision)
  if (unit === undefined || !/^-?\d{1,20}$/.test(source)) return null
  const ms = unit < 1 ? shortened(source, unit) : Number(source) * unit
  return Math.abs(ms) < LIMIT_MS ? ms : null
}

/** Nanoseconds do not fit into a double, so the digits behind the milliseconds are cut from the text. */
function shortened(source: string, unit: number): number {
  if (source.startsWith('-')) return Math.floor(Number(source) * unit)
  return Number(source.slice(0, unit === 1e-6 ? -6 : -3))
}
