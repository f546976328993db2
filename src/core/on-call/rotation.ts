import { localDate, momentOf } from '../../platform/wall-clock.ts'
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
const DAY_MS = 86_400_000

/**
 * Days are counted from 1 January 1970: turns of many years are then a division, and only the hand-overs around an instant
 * are looked up in the time zone. An incident asks for the person on call in the transaction of a reading.
 */
export type Day = number

export const dayOf = (date: string): Day => Date.parse(date) / DAY_MS

/** Place in WEEKDAYS: 1 January 1970 was a Thursday. */
const weekdayOf = (day: Day): number => (day + 3) % WEEKDAYS.length

const isOn = (weekdays: readonly Weekday[], day: Day): boolean => weekdays.includes(WEEKDAYS[weekdayOf(day)]!)

/**
 * The moment of the hand-over on a day. Every shift begins and ends at such a moment, so that no shift overlaps the next
 * and none leaves a gap, whatever the clocks of the time zone do.
 */
export function handoverOn({ handover }: Layer, zone: string, day: Day): Date {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return momentOf(Temporal.PlainDateTime.from(`${date}T${handover}`), zone)
}

/** The first day of a turn. */
export function firstDay({ start_date, unit, length, weekdays }: Layer, turn: number): Day {
  const start = dayOf(start_date)
  const units = turn * length
  if (unit === 'week') return start + units * DAYS_PER_WEEK
  if (weekdays === undefined) return start + units
  const dutyDays = nextDays(start).filter((day) => isOn(weekdays, day))
  return dutyDays[units % weekdays.length]! + Math.floor(units / weekdays.length) * DAYS_PER_WEEK
}

/** The turn that a day belongs to, or the next one if the day is excluded; the first for days before the start. */
export function turnOn({ start_date, unit, length, weekdays }: Layer, day: Day): number {
  const start = dayOf(start_date)
  const days = day - start
  if (days <= 0) return 0
  if (unit === 'week') return Math.floor(days / DAYS_PER_WEEK / length)
  if (weekdays === undefined) return Math.floor(days / length)
  const weeks = Math.floor(days / DAYS_PER_WEEK)
  const rest = nextDays(start + weeks * DAYS_PER_WEEK).filter((one) => one < day && isOn(weekdays, one))
  return Math.floor((weeks * weekdays.length + rest.length) / length)
}

/** Seven days, each of another weekday. */
const nextDays = (day: Day): Day[] => WEEKDAYS.map((_, place) => day + place)

/** All shifts that overlap the window, in order and whole. Pure. */
export function shiftsOf(layer: Layer, zone: string, window: Window): Shift[] {
  if (layer.people.length === 0) return []
  const shifts: Shift[] = []
  // A hand-over is on its day, or on the next where a zone has skipped the whole day.
  const days = { from: localDay(window.from, zone) - 1, to: localDay(window.to, zone) }
  for (let turn = turnOn(layer, days.from - 1); ; turn += 1) {
    const [first, next] = [firstDay(layer, turn), firstDay(layer, turn + 1)]
    if (first > days.to) return shifts
    const user_id = layer.people[turn % layer.people.length]!
    for (const { begin, end, part } of stretches(layer, first, next)) {
      if (end < days.from || begin > days.to) continue
      const [from, to] = [handoverOn(layer, zone, begin), handoverOn(layer, zone, end)]
      // Hand-overs of two days may fall together where a zone has skipped the day between.
      if (to > window.from && from < window.to && to > from) shifts.push({ from, to, user_id, turn, part })
    }
  }
}

const localDay = (time: Date, zone: string): Day => dayOf(localDate(time, zone).toString())

/** Runs of days of duty; the end is the day after the last one. */
function* stretches({ weekdays }: Layer, first: Day, next: Day): Generator<{ begin: Day; end: Day; part: number }> {
  if (weekdays === undefined) return yield { begin: first, end: next, part: 0 }
  const duty = WEEKDAYS.map((weekday) => weekdays.includes(weekday))
  let begin: Day | null = null
  let part = 0
  for (let day = first; day <= next; day += 1) {
    const isDuty = day < next && duty[weekdayOf(day)]!
    if (isDuty) begin ??= day
    else if (begin !== null) {
      yield { begin, end: day, part }
      begin = null
      part += 1
    }
  }
}

/** Longest stretch of a layer in days. */
export const longestShiftDays = ({ unit, length }: Layer): number => length * (unit === 'week' ? DAYS_PER_WEEK : 1)
