import Type, { type Static } from 'typebox'
import { localDate, wallClock } from '../../platform/wall-clock.ts'
import { windowsFrom } from '../../platform/weekly-windows.ts'

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

/** Also an offset such as +02:00, which stored rules may have. */
export function isZoneOrOffset(name: string): boolean {
  try {
    wallClock(0, name)
    return true
  } catch {
    // It throws only for an unknown name.
    return false
  }
}

/** The hours, or the time between hours, that contain a moment (ms). `from` is included, `to` is not. */
export interface Hours {
  isWithin: boolean
  /** Infinite for hours that never begin or end. */
  from: number
  to: number
}

/** Whether this moment is within the hours. */
export const isWithin = (schedule: Schedule, at: number): boolean => hoursAt(schedule, at).isWithin

/** Ranges that follow one another directly, or overlap, are the same hours. */
export function hoursAt(schedule: Schedule, at: number): Hours {
  let before = Number.NEGATIVE_INFINITY
  for (const { from, to } of rangesAround(schedule, Math.floor(at / WEEK_MS))) {
    if (at < from) return { isWithin: false, from: before, to: from }
    if (at < to) return { isWithin: true, from, to }
    before = to
  }
  return { isWithin: false, from: before, to: Number.POSITIVE_INFINITY }
}

interface Range {
  from: number
  to: number
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Hours are the same every week, but clocks may skip what is between them once, and so join those of two weeks. */
const DAYS_AROUND = 16
/** Readings are of now, and of a history that is read in order. */
const MOST_WEEKS = 20
const known = new WeakMap<Schedule, Map<number, Range[]>>()

/** The ranges in and around a week since 1970, in order and joined. Cached, because readings ask for them. */
function rangesAround(schedule: Schedule, week: number): Range[] {
  const weeks = known.get(schedule) ?? new Map<number, Range[]>()
  known.set(schedule, weeks)
  const found = weeks.get(week)
  if (found !== undefined) return found
  const made = joinedRanges(schedule, week * WEEK_MS)
  if (weeks.size >= MOST_WEEKS) weeks.clear()
  weeks.set(week, made)
  return made
}

function joinedRanges({ tz, hours }: Schedule, weekStart: number): Range[] {
  const day = localDate(new Date(weekStart), tz)
  const days = { first: day.subtract({ days: DAYS_AROUND }), last: day.add({ days: 7 + DAYS_AROUND }) }
  const ranges = hours
    .flatMap(({ days: on, from, to }) => [...windowsFrom({ days: on ?? [...DAYS], from, to, time_zone: tz }, days)])
    .map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }))
    .sort((one, other) => one.from - other.from)
  const joined: Range[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last === undefined || last.to < range.from) joined.push(range)
    else last.to = Math.max(last.to, range.to)
  }
  // A range joined over all of these weeks has no beginning and no end.
  return joined.length === 1 && joined[0]!.to - joined[0]!.from > 2 * DAYS_AROUND * DAY_MS
    ? [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
    : joined
}
