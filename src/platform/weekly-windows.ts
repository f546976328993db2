/** Days of the week as people write them, in the order of ISO 8601. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The same hours of some days every week, by the clocks of a place. */
export interface Weekly {
  /** The days on which it begins. */
  days: Weekday[]
  /** `HH:MM`; an end that is not behind the beginning is on the next day. */
  from: string
  to: string
  /** An IANA name such as Europe/Ljubljana. */
  time_zone: string
}

/** Half open: `from` in, `to` out. */
export interface Window {
  from: Date
  to: Date
}

/** One that began the day before may last into today, and one that begins every week comes within eight days. */
const [FIRST_DAY, LAST_DAY] = [-2, 8]

/** The window that `at` lies in, else the next one. Pure. */
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
    // One that lies wholly in an hour that clocks skip is none.
    if (window.to > at && window.to > window.from) return window
  }
  return null
}

/** An hour that comes twice counts whole; one that clocks skip is the moment at which they do. */
function instantOf(time: Temporal.PlainDateTime, timeZone: string, ofTwo: 'earlier' | 'later'): Date {
  const zoned = time.toZonedDateTime(timeZone, { disambiguation: ofTwo })
  if (zoned.toPlainDateTime().equals(time)) return new Date(zoned.epochMilliseconds)
  const afterwards = time.toZonedDateTime(timeZone, { disambiguation: 'later' })
  return new Date(afterwards.getTimeZoneTransition('previous')!.epochMilliseconds)
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // Offsets such as +02:00 are accepted there too, and know no daylight saving: nobody means that.
    return /^[A-Za-z]/.test(name)
  } catch {
    // The only thing it throws is that it does not know the name.
    return false
  }
}
