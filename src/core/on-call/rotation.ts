import { momentOf, wallClock } from '../../platform/wall-clock.ts'
import { WEEKDAYS, type Weekday, type Window } from '../../platform/weekly-windows.ts'
import {
  DAY_MINUTES,
  daysWithShift,
  type LocalMinute,
  minuteOfDay,
  partsOfWeek,
  type RotationHours,
  stretchesOf,
  WEEK_MINUTES,
  type WeekPart,
} from './rotation-hours.ts'

/** Units in which turns are counted. */
export const TURN_UNITS = ['hour', 'day', 'week'] as const
type TurnUnit = (typeof TURN_UNITS)[number]

/** The most units per turn: a week of hours, and a year of weeks. */
export const LONGEST_TURN: Record<TurnUnit, number> = { hour: 168, day: 52, week: 52 }

/** People who take turns. A day on call lasts from the hand-over on that day to the hand-over on the next. */
export interface Layer {
  /** In the order of their turns. */
  people: number[]
  /** `YYYY-MM-DD`: the turn of the first person begins on this day, at the hand-over. */
  start_date: string
  unit: TurnUnit
  /** Hours, days or weeks per turn. */
  length: number
  /** `HH:MM` in the time zone of the schedule. Turns of hours are counted from it on the first day. */
  handover: string
  /** On call only on these days; the others consume no turn. */
  weekdays?: Weekday[]
  /** On call only in these hours. Days without any consume no turn. */
  hours?: RotationHours[]
}

/** A stretch of one turn without a break. Turns with hours or excluded weekdays may have several. */
export interface Shift extends Window {
  user_id: number
  /** Number of the turn, counted from the start date. */
  turn: number
  /** Number of the stretch within its turn. */
  part: number
}

const MINUTE_MS = 60_000
const DAY_MS = DAY_MINUTES * MINUTE_MS
const UNIT_MINUTES: Record<TurnUnit, number> = { hour: 60, day: DAY_MINUTES, week: WEEK_MINUTES }
/** Where clocks go back, what they showed before may lie ahead. No zone has gone back by more than three hours since 2000. */
const AROUND_MINUTES = 6 * 60

/**
 * A layer reckoned in local minutes as if every day had 24 hours: turns of many years are then a division, and only the
 * hand-overs around an instant are looked up in the time zone. An incident asks for the person on call in the transaction of
 * a reading.
 */
interface Plan {
  start: LocalMinute
  turnMinutes: number
  parts: WeekPart[]
  /** Minutes from the start to the beginning of each day on call in seven days; null: every day, or turns of weeks. */
  shiftDays: number[] | null
}

function planOf(layer: Layer): Plan {
  const { start_date, unit, length, handover } = layer
  const start = (Date.parse(start_date) / DAY_MS) * DAY_MINUTES + minuteOfDay(handover)
  const parts = partsOfWeek(layer)
  const hasShift = daysWithShift(parts, handover)
  const firstWeekday = Temporal.PlainDate.from(start_date).dayOfWeek - 1
  const shiftDays = WEEKDAYS.flatMap((_, day) =>
    hasShift[(firstWeekday + day) % WEEKDAYS.length] ? [day * DAY_MINUTES] : [],
  )
  const isEvery = unit === 'week' || shiftDays.length === WEEKDAYS.length
  return { start, turnMinutes: length * UNIT_MINUTES[unit], parts, shiftDays: isEvery ? null : shiftDays }
}

/** The local minute at which a turn begins. */
function beginOf({ start, turnMinutes, shiftDays }: Plan, turn: number): LocalMinute {
  const minutes = turn * turnMinutes
  if (shiftDays === null) return start + minutes
  const days = Math.floor(minutes / DAY_MINUTES)
  const weeks = Math.floor(days / shiftDays.length)
  return start + weeks * WEEK_MINUTES + shiftDays[days % shiftDays.length]! + (minutes % DAY_MINUTES)
}

/** The turn that a local minute belongs to, or the next one if its day is not covered; the first before the start. */
function turnAt({ start, turnMinutes, shiftDays }: Plan, minute: LocalMinute): number {
  const minutes = minute - start
  if (minutes <= 0) return 0
  if (shiftDays === null) return Math.floor(minutes / turnMinutes)
  const weeks = Math.floor(minutes / WEEK_MINUTES)
  const rest = minutes % WEEK_MINUTES
  // Whole days on call in the last week, and the day that the minute is in.
  const inWeek = shiftDays.map((day) => Math.min(Math.max(rest - day, 0), DAY_MINUTES))
  const onShift = inWeek.reduce((sum, one) => sum + one, 0)
  return Math.floor((weeks * shiftDays.length * DAY_MINUTES + onShift) / turnMinutes)
}

/** The moment at which a turn begins: the hand-over from the one before. */
export const handoverOf = (layer: Layer, zone: string, turn: number): Date =>
  momentAt(beginOf(planOf(layer), turn), zone)

/**
 * All shifts that overlap the window, in order and whole. What ends at a time that occurs twice lasts until the second time,
 * or until the next shift begins. Pure.
 */
export function shiftsOf(layer: Layer, zone: string, window: Window): Shift[] {
  const plan = planOf(layer)
  if (layer.people.length === 0 || plan.parts.length === 0) return []
  const [first, last] = [minuteShown(window.from, zone) - AROUND_MINUTES, minuteShown(window.to, zone) + AROUND_MINUTES]
  const shifts: Shift[] = []
  let endBefore: LocalMinute | null = null
  for (const { begin, end, turn, part } of stretchesAfter(plan, first)) {
    const from = momentAt(begin, zone)
    const before = shifts.at(-1)
    if (before !== undefined) before.to = endBefore === begin ? from : earlier(momentAt(endBefore!, zone, 'last'), from)
    if (begin > last) break
    endBefore = end
    shifts.push({ from, to: from, user_id: layer.people[turn % layer.people.length]!, turn, part })
  }
  // Nothing is left of a stretch that lies entirely in a time that clocks skip.
  return shifts.filter(({ from, to }) => to > window.from && from < window.to && to > from)
}

/** The stretches of all turns that end after a local minute, in order; there is always another. */
function* stretchesAfter(plan: Plan, minute: LocalMinute) {
  for (let turn = turnAt(plan, minute); ; turn += 1) {
    const whole = { begin: beginOf(plan, turn), end: beginOf(plan, turn + 1) }
    for (const stretch of stretchesOf(plan.parts, whole, minute)) yield { ...stretch, turn }
  }
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** Local time at a moment, to the minute. */
const minuteShown = (at: Date, zone: string): LocalMinute => Math.floor(wallClock(at.getTime() / 1_000, zone) / 60)

function momentAt(minute: LocalMinute, zone: string, ofTwo: 'first' | 'last' = 'first'): Date {
  const local = new Date(minute * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
  return momentOf(Temporal.PlainDateTime.from(local), zone, ofTwo)
}

/** Longest stretch of a layer in days. */
export const longestShiftDays = ({ unit, length }: Layer): number =>
  Math.ceil((length * UNIT_MINUTES[unit]) / DAY_MINUTES)
