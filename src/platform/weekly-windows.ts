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

/** A window that began the day before may last into today, and a weekly one begins within eight days. */
const [FIRST_DAY, LAST_DAY] = [-2, 8]

/** The window that contains `at`, or the next one. Pure. */
export function weeklyWindowAt(weekly: Weekly, at: Date): Window | null {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(weekly.time_zone).toPlainDate()
  const [from, to] = [Temporal.PlainTime.from(weekly.from), Temporal.PlainTime.from(weekly.to)]
  const isOvernight = Temporal.PlainTime.compare(to, from) <= 0
  for (let offset = FIRST_DAY; offset <= LAST_DAY; offset += 1) {
    const day = today.add({ days: offset })
    if (!weekly.days.includes(WEEKDAYS[day.dayOfWeek - 1]!)) continue
    const lastDay = isOvernight ? day.add({ days: 1 }) : day
    const window = {
      from: instantOf(day.toPlainDateTime(from), weekly.time_zone, 'earlier'),
      to: instantOf(lastDay.toPlainDateTime(to), weekly.time_zone, 'later'),
    }
    // A window that lies entirely in a skipped hour of the time zone does not exist.
    if (window.to > at && window.to > window.from) return window
  }
  return null
}

/** A repeated hour counts in full; a time in a skipped hour becomes the moment of the change. */
function instantOf(time: Temporal.PlainDateTime, timeZone: string, ofTwo: 'earlier' | 'later'): Date {
  const zoned = time.toZonedDateTime(timeZone, { disambiguation: ofTwo })
  if (zoned.toPlainDateTime().equals(time)) return new Date(zoned.epochMilliseconds)
  const afterwards = time.toZonedDateTime(timeZone, { disambiguation: 'later' })
  return new Date(afterwards.getTimeZoneTransition('previous')!.epochMilliseconds)
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
