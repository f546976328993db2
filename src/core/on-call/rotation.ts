import { WEEKDAYS, type Weekday, type Window } from '../../platform/weekly-windows.ts'

/** Units in which turns are counted. */
export const TURN_UNITS = ['day', 'week'] as const

/** People who take turns. A day of duty lasts from the hand-over on that day to the hand-over on the next. */
export interface Layer {
  /** In the order of their turns. */
  people: number[]
  /** `YYYY-MM-DD`: the turn of the first person begins on this day. */
  start_date: string
  unit: (typeof TURN_UNITS)[number]
  /** Days or weeks per turn. */
  length: number
  /** `HH:MM` in the time zone of the schedule. */
  handover: string
  /** Duty only on these days; the others consume no turn. */
  weekdays?: Weekday[]
}

/** A stretch of one turn without a break. Turns with excluded weekdays may have several. */
export interface Shift extends Window {
  user_id: number
  /** Number of the turn, counted from the start date. */
  turn: number
  /** Number of the stretch within its turn. */
  part: number
}

const DAYS_PER_WEEK = 7

/**
 * The moment of the hand-over on a day. Every shift begins and ends at such a moment, so that no shift overlaps the next
 * and none leaves a gap, whatever the clocks of the time zone do.
 */
export function handoverOn(layer: Layer, zone: string, day: Temporal.PlainDate): Date {
  const time = day.toPlainDateTime(Temporal.PlainTime.from(layer.handover))
  return new Date(time.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
}

/** The first day of a turn. */
export function firstDay(layer: Layer, turn: number): Temporal.PlainDate {
  const start = Temporal.PlainDate.from(layer.start_date)
  const units = turn * layer.length
  if (layer.unit === 'week') return start.add({ weeks: units })
  if (layer.weekdays === undefined) return start.add({ days: units })
  const weeks = Math.floor(units / layer.weekdays.length)
  let left = units % layer.weekdays.length
  for (let day = start.add({ weeks }); ; day = day.add({ days: 1 })) {
    if (!isDutyDay(layer, day)) continue
    if (left === 0) return day
    left -= 1
  }
}

/** The turn that a day belongs to, or the next one if the day is excluded; the first for days before the start. */
export function turnOn(layer: Layer, day: Temporal.PlainDate): number {
  const start = Temporal.PlainDate.from(layer.start_date)
  const days = start.until(day, { largestUnit: 'days' }).days
  if (days <= 0) return 0
  if (layer.unit === 'week') return Math.floor(days / DAYS_PER_WEEK / layer.length)
  if (layer.weekdays === undefined) return Math.floor(days / layer.length)
  const weeks = Math.floor(days / DAYS_PER_WEEK)
  let dutyDays = weeks * layer.weekdays.length
  for (let one = start.add({ weeks }); Temporal.PlainDate.compare(one, day) < 0; one = one.add({ days: 1 })) {
    if (isDutyDay(layer, one)) dutyDays += 1
  }
  return Math.floor(dutyDays / layer.length)
}

/** All shifts that overlap the window, in order and whole. Pure. */
export function shiftsOf(layer: Layer, zone: string, { from, to }: Window): Shift[] {
  if (layer.people.length === 0) return []
  const shifts: Shift[] = []
  // A day of duty that began the day before may last into the window; some zones have skipped a whole day.
  const day = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  for (let turn = turnOn(layer, day.subtract({ days: 2 })); ; turn += 1) {
    const [first, next] = [firstDay(layer, turn), firstDay(layer, turn + 1)]
    if (handoverOn(layer, zone, first) >= to) return shifts
    const user_id = layer.people[turn % layer.people.length]!
    const parts = stretches(layer, first, next).map(([begin, end], part) => ({
      from: handoverOn(layer, zone, begin),
      to: handoverOn(layer, zone, end),
      ...{ user_id, turn, part },
    }))
    // Hand-overs of two days fall together where a zone has skipped the day between.
    shifts.push(...parts.filter((one) => one.to > from && one.from < to && one.to > one.from))
  }
}

/** Runs of days of duty; the end is the day after the last one. */
function stretches(
  layer: Layer,
  first: Temporal.PlainDate,
  next: Temporal.PlainDate,
): [begin: Temporal.PlainDate, end: Temporal.PlainDate][] {
  if (layer.weekdays === undefined) return [[first, next]]
  const runs: [Temporal.PlainDate, Temporal.PlainDate][] = []
  for (let day = first; Temporal.PlainDate.compare(day, next) < 0; day = day.add({ days: 1 })) {
    if (!isDutyDay(layer, day)) continue
    const run = runs.at(-1)
    if (run?.[1].equals(day)) run[1] = day.add({ days: 1 })
    else runs.push([day, day.add({ days: 1 })])
  }
  return runs
}

const isDutyDay = ({ weekdays }: Layer, day: Temporal.PlainDate): boolean =>
  weekdays === undefined || weekdays.includes(WEEKDAYS[day.dayOfWeek - 1]!)

/** Longest stretch of a layer in days. */
export const longestShiftDays = ({ unit, length }: Layer): number => length * (unit === 'week' ? DAYS_PER_WEEK : 1)
