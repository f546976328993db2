import type { Override, Plan } from '../../src/core/on-call/final-schedule.ts'
import type { Layer } from '../../src/core/on-call/rotation.ts'
import { WEEKDAYS } from '../../src/platform/weekly-windows.ts'
import { shownAt } from './every-minute.ts'

/**
 * People on call, minute by minute, found by going through all days from the start of a rotation on and by looking at what
 * clocks show. It shares no code with the service.
 */
const MINUTE_MS = 60_000
const DAY = 1_440
const MINUTES: Record<Layer['unit'], number> = { hour: 60, day: DAY, week: 7 * DAY }

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
/** Minutes since 1970 that clocks show, as if they were in UTC. */
const localMinute = (local: string): number => Date.parse(`${local}Z`) / MINUTE_MS
const weekdayOf = (day: number) => WEEKDAYS[(((day + 3) % 7) + 7) % 7]!

/** Whether hours of the layer contain this local minute. */
function isInHours({ weekdays, hours, handover }: Layer, minute: number): boolean {
  return (hours ?? [{ from: handover, to: handover }]).some(({ days, from, to }) => {
    const [begin, end] = [minutesOf(from), minutesOf(to)]
    return [0, 1].some((daysBefore) => {
      const day = Math.floor(minute / DAY) - daysBefore
      const isOn = (days ?? WEEKDAYS).includes(weekdayOf(day)) && (weekdays ?? WEEKDAYS).includes(weekdayOf(day))
      const since = minute - day * DAY
      return isOn && since >= begin && since < (end > begin ? end : end + DAY)
    })
  })
}

/** Person by local minute. */
export type LayerModel = (minute: number) => number | null

/** A layer from its start to a local day, with the minutes of turns that were used up before each of its days. */
export function modelOf(layer: Layer, until: string): LayerModel {
  const start = localMinute(`${layer.start_date}T${layer.handover}`)
  const turn = layer.length * MINUTES[layer.unit]
  const days = Math.ceil((localMinute(`${until}T00:00`) - start) / DAY) + 8
  const isSkipped = Array.from({ length: 7 }, (_, weekday) => {
    const day = start + weekday * DAY
    const minutes = Array.from({ length: DAY }, (_, minute) => day + minute)
    return layer.unit !== 'week' && !minutes.some((minute) => isInHours(layer, minute))
  })
  const usedBefore: number[] = []
  for (let day = 0, used = 0; day < days; day += 1) {
    usedBefore.push(used)
    if (!isSkipped[day % 7]) used += DAY
  }
  return (minute) => {
    if (minute < start || !isInHours(layer, minute)) return null
    const day = Math.floor((minute - start) / DAY)
    if (isSkipped[day % 7]) return null
    const used = usedBefore[day]! + (minute - start - day * DAY)
    return layer.people[Math.floor(used / turn) % layer.people.length]!
  }
}

/**
 * Minutes of a window, with the last local minute that is not over for good, and the latest that clocks have shown: both are
 * what clocks show, but where they go back.
 */
export interface ClockMinute {
  at: number
  earliest: number
  latest: number
}

let known: { key: string; minutes: ClockMinute[] } | null = null

/** Local times of a window, in UTC milliseconds; changes in the days around it are known. Many ask for the same one. */
export function clockMinutes(zone: string, from: number, to: number): ClockMinute[] {
  const key = `${zone} ${from} ${to}`
  if (known?.key !== key) known = { key, minutes: minutesOfWindow(zone, from, to) }
  return known.minutes
}

function minutesOfWindow(zone: string, from: number, to: number): ClockMinute[] {
  const margin = 2 * DAY * MINUTE_MS
  const all: ClockMinute[] = []
  let latest = Number.NEGATIVE_INFINITY
  for (let at = from - margin; at < to + margin; at += MINUTE_MS) {
    const shown = localMinute(shownAt(at, zone))
    latest = Math.max(latest, shown)
    all.push({ at, earliest: shown, latest })
  }
  let toCome = Number.POSITIVE_INFINITY
  for (const one of all.toReversed()) {
    const shown = one.earliest
    // A stretch that ends at a local time that clocks will show again is not over.
    one.earliest = Math.min(shown, toCome - 1)
    toCome = Math.min(toCome, shown)
  }
  return all.filter(({ at }) => at >= from && at < to)
}

/**
 * The person of a layer at a minute. Where clocks show a time twice, what begins then has begun the first time, and what ends
 * then ends the second time: of the local minutes that have begun and are not over, the last one that has somebody counts.
 */
export function holderOf(model: LayerModel, { earliest, latest }: ClockMinute): number | null {
  for (let minute = latest; minute >= earliest; minute -= 1) {
    const holder = model(minute)
    if (holder !== null) return holder
  }
  return null
}

/** Person on call at a minute: by overrides in their order, else by the last layer that has somebody. */
export function onCallAt(models: readonly LayerModel[], overrides: readonly Override[], minute: ClockMinute) {
  let holder: number | null = null
  for (const model of models) holder = holderOf(model, minute) ?? holder
  for (const { from, to, user_id, replaces } of overrides) {
    const isNow = Number(from) <= minute.at && minute.at < Number(to)
    if (isNow && (replaces === null || replaces === holder)) holder = user_id
  }
  return holder
}

export const modelsOf = ({ versions }: Plan, until: string): LayerModel[] =>
  versions[0]!.layers.map((layer) => modelOf(layer, until))
