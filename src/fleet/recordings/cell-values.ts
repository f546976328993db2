import { parseClockTime, parseNumber, parseTime } from '../../core/telemetry/values.ts'

/** Excel counts days from 1900; these are the days from 2000 to 2099. As seconds they would be of 1970. */
const EXCEL_DAY = /^(3[6-9]|[4-7]\d)\d{3}([.,]\d+)?$/
const FIRST_EXCEL_DAY = 36_526
const LAST_EXCEL_DAY = 73_050
const DAYS_TO_1970 = 25_569
const SECONDS_A_DAY = 86_400
const SECONDS_WITH_DECIMALS = /^\d{9,10}\.\d+$/
/** A day alone, an hour of one digit, or the order of Germans: each is one time only, unlike 11/12/2026. */
const YEAR_FIRST = /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[ T]+(\d\d?)(:.+))?$/
const DAY_FIRST = /^(\d\d?)\.(\d\d?)\.(\d{4})(?:,?[ T]+(\d\d?)(:.+))?$/
/** Texts that programs write where there is no value. */
const NO_VALUE = /^(|unavailable|unknown|none|null|nan|undefined|n\/a|na|#n\/a|-+)$/i
/** Values that some programs send as -1 while they do not know them. */
const NEVER_NEGATIVE = new Set([
  'battery',
  'metrics.speed_kmh',
  'metrics.heading',
  'metrics.accuracy',
  'metrics.fuel_level',
])
const DECIMAL_COMMA = /^[+-]?\d+,\d+(e[+-]?\d+)?$/i

/** Milliseconds since 1970 of a time as programs write it into tables, in UTC if it has no zone; null if it is none. */
export function recordedTime(text: string): number | null {
  const trimmed = text.trim()
  if (EXCEL_DAY.test(trimmed)) {
    const days = Number(trimmed.replace(',', '.'))
    if (days >= FIRST_EXCEL_DAY && days <= LAST_EXCEL_DAY) {
      return Math.round((days - DAYS_TO_1970) * SECONDS_A_DAY) * 1_000
    }
  }
  if (SECONDS_WITH_DECIMALS.test(trimmed)) return Math.round(Number(trimmed) * 1_000)
  const found = YEAR_FIRST.exec(trimmed)
  const [, year, month, day, hour = '0', rest = ':00'] = found ?? inOrder(DAY_FIRST.exec(trimmed)) ?? []
  if (year === undefined || month === undefined || day === undefined) return parseTime(trimmed)
  const [mm, dd, hh] = [month, day, hour].map((part) => part.padStart(2, '0'))
  return parseClockTime(`${year}-${mm}-${dd}T${hh}${rest}`)
}

const inOrder = (found: RegExpExecArray | null): (string | undefined)[] | null =>
  found === null ? null : [found[0], found[3], found[2], found[1], found[4], found[5]]

/** The number in a cell. Where commas separate no cells, they may separate decimals. */
export const recordedNumber = (text: string, separator: string): number | null =>
  parseNumber(separator !== ',' && DECIMAL_COMMA.test(text.trim()) ? text.replace(',', '.') : text)

/** Whether a cell says that its value was not measured. */
export const isNotMeasured = (text: string, field: string): boolean =>
  NO_VALUE.test(text.trim()) || (NEVER_NEGATIVE.has(field) && Number(text) === -1)
