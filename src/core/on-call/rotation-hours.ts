import { WEEKDAYS, type Weekday } from '../../platform/weekly-windows.ts'

/** Hours on call in local time. An end that is not after the beginning is on the next day, so equal times are 24 hours. */
export interface RotationHours {
  /** The days on which they begin; without them, every day. */
  days?: Weekday[]
  from: string
  to: string
}

/** Minutes of local time since 1 January 1970, 00:00, as if every day had 24 hours. */
export type LocalMinute = number

export const DAY_MINUTES = 1_440
export const WEEK_MINUTES = 7 * DAY_MINUTES
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY: LocalMinute = -3 * DAY_MINUTES

/** A part of every week without a break, in minutes since Monday, 00:00. The last one may end in the next week. */
export interface WeekPart {
  from: number
  to: number
}

interface RotationTimes {
  handover: string
  weekdays?: readonly Weekday[]
  hours?: readonly RotationHours[]
}

export const minuteOfDay = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** The parts of a week in which a rotation is covered, in order and joined. Without hours, days last from hand-over to hand-over. */
export function partsOfWeek({ handover, weekdays = WEEKDAYS, hours }: RotationTimes): WeekPart[] {
  const windows = hours ?? [{ from: handover, to: handover }]
  return joined(
    windows.flatMap(({ days = WEEKDAYS, from, to }) =>
      days
        .filter((day) => weekdays.includes(day))
        .map((day) => {
          const begin = WEEKDAYS.indexOf(day) * DAY_MINUTES + minuteOfDay(from)
          const length = minuteOfDay(to) - minuteOfDay(from)
          return { from: begin, to: begin + (length > 0 ? length : length + DAY_MINUTES) }
        }),
    ),
  )
}

/** Joins parts that overlap or follow each other, also from one week into the next. */
function joined(parts: readonly WeekPart[]): WeekPart[] {
  const all: WeekPart[] = []
  for (const part of parts.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last === undefined || last.to < part.from) all.push({ ...part })
    else last.to = Math.max(last.to, part.to)
  }
  while (all.length > 1 && all.at(-1)!.to >= all[0]!.from + WEEK_MINUTES) {
    const first = all.shift()!
    const last = all.at(-1)!
    last.to = Math.max(last.to, first.to + WEEK_MINUTES)
  }
  return isWhole(all) ? [{ from: 0, to: WEEK_MINUTES }] : all
}

/** Whether there is no break, from week to week. */
const isWhole = ([first, ...others]: readonly WeekPart[]): boolean =>
  first !== undefined && others.length === 0 && first.to - first.from >= WEEK_MINUTES

/** Whether each weekday, from its hand-over to that of the next, is covered. */
export function daysWithShift(parts: readonly WeekPart[], handover: string): boolean[] {
  return WEEKDAYS.map((_, day) => {
    const from = day * DAY_MINUTES + minuteOfDay(handover)
    const isIn = (begin: number) => parts.some((part) => part.from < begin + DAY_MINUTES && part.to > begin)
    return isIn(from) || isIn(from + WEEK_MINUTES) || isIn(from - WEEK_MINUTES)
  })
}

/** The part of the n-th place, counted over all weeks. */
function partAt(parts: readonly WeekPart[], place: number): { begin: LocalMinute; end: LocalMinute } {
  const week = Math.floor(place / parts.length)
  const { from, to } = parts[place - week * parts.length]!
  const monday = FIRST_MONDAY + week * WEEK_MINUTES
  return { begin: monday + from, end: monday + to }
}

/** The place of the first part that ends after a minute. */
function placeAt(parts: readonly WeekPart[], minute: LocalMinute): number {
  const week = Math.floor((minute - FIRST_MONDAY) / WEEK_MINUTES)
  const since = minute - FIRST_MONDAY - week * WEEK_MINUTES
  // The last part of the week before may reach into this one.
  if (parts.at(-1)!.to - WEEK_MINUTES > since) return week * parts.length - 1
  const place = parts.findIndex(({ to }) => to > since)
  return week * parts.length + (place === -1 ? parts.length : place)
}

/** The stretches of a turn that end after a minute, in order and numbered within the turn. */
export function* stretchesOf(
  parts: readonly WeekPart[],
  { begin, end }: { begin: LocalMinute; end: LocalMinute },
  after: LocalMinute,
): Generator<{ begin: LocalMinute; end: LocalMinute; part: number }> {
  if (isWhole(parts)) return yield { begin, end, part: 0 }
  const first = placeAt(parts, begin)
  for (let place = Math.max(first, placeAt(parts, after)); ; place += 1) {
    const stretch = partAt(parts, place)
    if (stretch.begin >= end) return
    yield { begin: Math.max(stretch.begin, begin), end: Math.min(stretch.end, end), part: place - first }
  }
}
