import type { Preferences } from '../../../core/people/preferences/preferences.ts'
import { type Amount, amountText, distanceText } from '../../../core/vocabulary/amounts.ts'
import { numberText, withUnit } from '../../../core/vocabulary/numbers.ts'
import type { OwnMetrics } from '../../../core/vocabulary/own-metrics.ts'
import { type Scaled, scaled, scaleOf } from '../../../core/vocabulary/units.ts'
import { durationText, THIN } from '../../../platform/duration.ts'
import { type Html, html } from '../../../platform/html.ts'
import { WORDS } from '../../../words/words.ts'
import { isSameDay } from './local-days.ts'

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats of times, numbers and values for one person. */
export interface Formats {
  zone: string
  /** "3 minutes ago" with the exact time as a tooltip, or the reverse if the person prefers it. */
  ago(time: Date): Html
  /** A time to come, in short: the time of day if it is today, and the day if not. */
  soon(time: Date): Html
  /** The same as plain text. */
  clock(time: Date): string
  /** The exact time. */
  at(time: Date): Html
  /** The exact time as plain text, with its zone. */
  exact(time: Date): string
  /** The same without seconds, for times that people set. */
  toMinute(time: Date): string
  number(value: number, digits?: number): string
  /** "2 h 5 min", "40 s" */
  duration(seconds: number): string
  /** The unit in which values of a field are shown. */
  scaleOf(field: string): Scaled
  /** A formatted value of a field: "36.6 °C", "yes". */
  value(field: string, value: unknown): string
  /** "12.4 km" */
  distance(metres: number): string
  /** A number of a report, with its unit. */
  amount(amount: Amount, value: number): string
  bytes(count: number): string
  /** "Mia, Tom and 2 others" */
  list(items: readonly string[]): string
}

/** `metrics`: those of the device that the values are of. */
export function formats(preferences: Preferences, now: Date, metrics: OwnMetrics = {}): Formats {
  const { zone, times } = preferences
  const { locale } = WORDS[preferences.language].language
  const { relative, moment, minute, clock, dayAndClock, number, list } = toolsFor(preferences)
  const exact = (time: Date) => moment.format(time)
  const short = (time: Date) => (isSameDay(time, now, zone ?? 'UTC') ? clock : dayAndClock).format(time)
  const words = (time: Date) => {
    const seconds = (time.getTime() - now.getTime()) / 1_000
    if (Math.abs(seconds) < 60) return relative.format(Math.round(seconds), 'second')
    const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length)!
    return relative.format(Math.round(seconds / length), unit)
  }
  const element = (time: Date, text: string, title: string, live: boolean) =>
    html`<time datetime="${time.toISOString()}" title="${title}"${live ? html` data-ago` : null}>${text}</time>`
  const unitOf = (field: string) => scaleOf(field, preferences, metrics)
  const at = (time: Date) => element(time, exact(time), words(time), false)
  return {
    zone: zone ?? 'UTC',
    ago: (time) => (times === 'absolute' ? at(time) : element(time, words(time), exact(time), true)),
    soon: (time) => element(time, short(time), exact(time), false),
    clock: short,
    at,
    exact,
    toMinute: (time) => minute.format(time),
    number: (value, digits = 2) => number(value, digits),
    duration: durationText,
    scaleOf: unitOf,
    value(field, value) {
      if (typeof value === 'boolean') return value ? '✓' : '–'
      if (typeof value !== 'number') return String(value ?? '–')
      const scale = unitOf(field)
      const shown = number(scaled(value, scale), scale.digits)
      return withUnit(shown, scale.unit)
    },
    distance: (metres) => distanceText(metres, preferences, locale),
    amount: (amount, value) => amountText(amount, value, preferences, locale),
    bytes(count) {
      const power = Math.min(3, Math.floor(Math.log2(Math.max(1, count)) / 10))
      return `${number(count / 1_024 ** power, 1)}${THIN}${['B', 'KiB', 'MiB', 'GiB'][power]}`
    },
    list: (items) => list.format(items),
  }
}

/** Cached, because creating these costs more than using them. */
interface Tools {
  relative: Intl.RelativeTimeFormat
  moment: Intl.DateTimeFormat
  minute: Intl.DateTimeFormat
  clock: Intl.DateTimeFormat
  dayAndClock: Intl.DateTimeFormat
  number: (value: number, digits: number) => string
  list: Intl.ListFormat
}
const tools = new Map<string, Tools>()

function toolsFor({ language, zone }: Preferences): Tools {
  const key = `${language} ${zone}`
  const known = tools.get(key)
  if (known !== undefined) return known
  const locale = WORDS[language].language.locale
  const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', timeZone: zone ?? 'UTC' }
  const toMinute: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    ...clock,
    timeZoneName: 'short',
  }
  const made: Tools = {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    moment: new Intl.DateTimeFormat(locale, { ...toMinute, second: '2-digit' }),
    minute: new Intl.DateTimeFormat(locale, toMinute),
    clock: new Intl.DateTimeFormat(locale, clock),
    dayAndClock: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...clock }),
    number: (value, digits) => numberText(value, locale, digits),
    list: new Intl.ListFormat(locale),
  }
  tools.set(key, made)
  return made
}
