import type { Layer } from '../../core/on-call/rotation.ts'
import type { RotationHours } from '../../core/on-call/rotation-hours.ts'
import { momentOf } from '../../platform/wall-clock.ts'
import type { Weekday } from '../../platform/weekly-windows.ts'

/** Ways in which people share the time; a new schedule begins with one of them. */
export const PATTERNS = ['one_by_one', 'day_night', 'three_shifts', 'nights_weekends'] as const
export type Pattern = (typeof PATTERNS)[number]

/** People who take turns with each other. */
export const PATTERN_GROUPS = ['all', 'day', 'early', 'late', 'night', 'away', 'office'] as const
type PatternGroup = (typeof PATTERN_GROUPS)[number]

/** The times of day that a pattern asks for, with what is usual. */
export const USUAL_TIMES = {
  handover: '09:00',
  day: '07:00',
  dusk: '19:00',
  early: '06:00',
  late: '14:00',
  night: '22:00',
  morning: '08:00',
  evening: '17:00',
} as const
export type TimeName = keyof typeof USUAL_TIMES
export type PatternTimes = Record<TimeName, string>

interface PatternPart {
  group: PatternGroup
  /** Nobody need be named. */
  isOptional?: true
  hours?: (times: PatternTimes) => RotationHours[]
}

const WORKDAYS: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri']

/** The fields of a pattern, and the rotations that it makes; turns begin at the first of its times. */
export const PATTERN_PARTS: Record<Pattern, { times: TimeName[]; parts: PatternPart[] }> = {
  one_by_one: { times: ['handover'], parts: [{ group: 'all' }] },
  day_night: {
    times: ['day', 'dusk'],
    parts: [
      { group: 'day', hours: ({ day, dusk }) => [{ from: day, to: dusk }] },
      { group: 'night', hours: ({ day, dusk }) => [{ from: dusk, to: day }] },
    ],
  },
  three_shifts: {
    times: ['early', 'late', 'night'],
    parts: [
      { group: 'early', hours: ({ early, late }) => [{ from: early, to: late }] },
      { group: 'late', hours: ({ late, night }) => [{ from: late, to: night }] },
      { group: 'night', hours: ({ early, night }) => [{ from: night, to: early }] },
    ],
  },
  nights_weekends: {
    times: ['morning', 'evening'],
    parts: [
      {
        group: 'office',
        isOptional: true,
        hours: ({ morning, evening }) => [{ days: WORKDAYS, from: morning, to: evening }],
      },
      {
        group: 'away',
        hours: ({ morning, evening }) => [
          { days: WORKDAYS, from: evening, to: morning },
          { days: ['sat', 'sun'], from: morning, to: morning },
        ],
      },
    ],
  },
}

/** The rotations of a pattern, one for each of its parts; turns last a week, and one has begun already. Pure. */
export function rotationsOf(
  pattern: Pattern,
  times: PatternTimes,
  zone: string,
  now: Date,
): { group: PatternGroup; rotation: Omit<Layer, 'people'> }[] {
  const { times: asked, parts } = PATTERN_PARTS[pattern]
  const handover = times[asked[0]!]
  const start_date = lastMonday(handover, zone, now).toString()
  return parts.map(({ group, hours }) => ({
    group,
    rotation: {
      start_date,
      unit: 'week',
      length: 1,
      handover,
      ...(hours === undefined ? {} : { hours: hours(times) }),
    },
  }))
}

/** The Monday of the last hand-over. */
function lastMonday(handover: string, zone: string, now: Date): Temporal.PlainDate {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  return momentOf(monday.toPlainDateTime(handover), zone) <= now ? monday : monday.subtract({ days: 7 })
}
