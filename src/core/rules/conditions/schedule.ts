import Type, { type Static } from 'typebox'
import { wallClock } from '../../../platform/wall-clock.ts'

const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', patternReason: 'no_clock' })
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Weekly hours in a time zone. A range whose `to` is not after its `from` ends on the next day. */
export const Schedule = Type.Object(
  {
    tz: Type.String({ minLength: 1, maxLength: 64 }),
    hours: Type.Array(
      Type.Object(
        {
          days: Type.Optional(Type.Array(Type.Enum([...DAYS]), { minItems: 1, maxItems: DAYS.length })),
          from: Clock,
          to: Clock,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 20 },
    ),
  },
  { additionalProperties: false },
)
export type Schedule = Static<typeof Schedule>

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const WEEK_MINUTES = 7 * DAY_MINUTES
/** 1970 began on a Thursday. */
const FIRST_MINUTE = DAYS.indexOf('thu') * DAY_MINUTES

/** Also an offset such as +02:00, which stored rules may have. */
export function isTimeZone(name: string): boolean {
  try {
    wallClock(0, name)
    return true
  } catch {
    // It throws only for an unknown name.
    return false
  }
}

/** Whether this moment is within the hours. */
export const isWithin = (schedule: Schedule, at: number): boolean => minutesLeft(schedule, at) > 0

/** End (ms) of the range of hours that contains `at`; null outside of the hours, and if they never end. */
export function endOf(schedule: Schedule, at: number): number | null {
  let end = at
  // One range may follow another directly.
  for (let left = minutesLeft(schedule, at); left > 0; left = minutesLeft(schedule, end)) {
    end = wallClockLater(schedule.tz, end, left)
    if (end - at > 8 * DAY_MINUTES * MINUTE_MS) return null
  }
  return end === at ? null : end
}

/** The moment at which wall clocks show this many minutes more, also across a change of daylight saving time. */
function wallClockLater(tz: string, at: number, minutes: number): number {
  const start = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const wanted = minuteOfWeek(tz, start) + minutes
  const guess = start + minutes * MINUTE_MS
  const off = ((minuteOfWeek(tz, guess) - wanted + 2.5 * WEEK_MINUTES) % WEEK_MINUTES) - WEEK_MINUTES / 2
  return guess - off * MINUTE_MS
}

/** Whole minutes until the end of the range, including the current one; 0 outside. */
function minutesLeft({ tz, hours }: Schedule, at: number): number {
  const now = minuteOfWeek(tz, at)
  let left = 0
  for (const { days = DAYS, from, to } of hours) {
    const start = minutesOf(from)
    const lasts = (minutesOf(to) - start + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
    for (const day of days) {
      const into = (now - DAYS.indexOf(day) * DAY_MINUTES - start + 2 * WEEK_MINUTES) % WEEK_MINUTES
      if (into < lasts) left = Math.max(left, lasts - into)
    }
  }
  return left
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

function minuteOfWeek(tz: string, at: number): number {
  const minute = Math.floor(wallClock(at / 1_000, tz) / 60)
  return (((minute + FIRST_MINUTE) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES
}
