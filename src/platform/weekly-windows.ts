import { localDate, momentOf } from './wall-clock.ts'

/** Days of the week in configuration, in the order of ISO 8601. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The same hours on some days every week, in one time zone. */
export interface Weekly {
  /** The days on which it begins. */
  days: Weekday[]
  /** `HH:MM`. An end that is not after the beginning is on the next day. */
  from: string
  to: string
  /** An IANA name such as Europe/Ljubljana. */
  time_zone: string
}

/** Half-open: `from` is included, `to` is not. */
export interface Window {
  from: Date
  to: Date
}

/** A window that began the day before may last into today. The next one is up to a week away, or two if clocks skip it. */
const [FIRST_DAY, LAST_DAY] = [-2, 15]

/** The window that contains `at`, or the next one. Pure. */
export function weeklyWindowAt(weekly: Weekly, at: Date): Window | null {
  const today = localDate(at, weekly.time_zone)
  const days = { first: today.add({ days: FIRST_DAY }), last: today.add({ days: LAST_DAY }) }
  for (const window of windowsFrom(weekly, days)) if (window.to > at) return window
  return null
}

/** The windows that begin on these days, in order. One that lies entirely in a skipped hour does not exist. */
export function* windowsFrom(
  weekly: Weekly,
  days: { first: Temporal.PlainDate; last: Temporal.PlainDate },
): Generator<Window> {
  const { time_zone } = weekly
  const [from, to] = [Temporal.PlainTime.from(weekly.from), Temporal.PlainTime.from(weekly.to)]
  const isOvernight = Temporal.PlainTime.compare(to, from) <= 0
  for (let day = days.first; Temporal.PlainDate.compare(day, days.last) <= 0; day = day.add({ days: 1 })) {
    if (!weekly.days.includes(WEEKDAYS[day.dayOfWeek - 1]!)) continue
    const lastDay = isOvernight ? day.add({ days: 1 }) : day
    const window = {
      from: momentOf(day.toPlainDateTime(from), time_zone),
      to: momentOf(lastDay.toPlainDateTime(to), time_zone, 'last'),
    }
    if (window.to > window.from) yield window
  }
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Offsets such as +02:00 are accepted there too, but have no daylight saving time, so they are refused.
    return /^[A-Za-z]/.test(name)
  } catch {
    // It throws only for an unknown name.
    return false
  }
}
