import { momentOf, wallClock } from '../../../platform/wall-clock.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

const STEPS = [
  1,
  5,
  10,
  15,
  30,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 365].map((count) => count * DAY),
]

/** Ticks at round local times, at least `least` seconds apart, also on days of 23 or 25 hours. */
export function timeTicks(from: number, to: number, least: number, zone: string): number[] {
  const step = STEPS.find((length) => length >= least) ?? STEPS.at(-1)!
  const ticks: number[] = []
  // For steps below an hour the zone's offset does not matter, except for a few half-hour zones.
  const first = Math.ceil(wallClock(from, zone) / step) * step
  for (let wall = first - step; ticks.length < 500; wall += step) {
    const moment = tickAt(wall, zone)
    if (moment > to) break
    const last = ticks.at(-1) ?? Number.POSITIVE_INFINITY
    // Local times that come twice, when clocks go back.
    if (step <= HOUR) for (let again = last + step; again < moment; again += step) ticks.push(again)
    if (moment >= from && (last === Number.POSITIVE_INFINITY || moment > last)) ticks.push(moment)
  }
  return ticks
}

/** Labels of ticks: the time, and the day where it begins and at the first tick. */
export function tickTexts(ticks: readonly number[], zone: string, language: string): string[] {
  const apart = ticks.length < 2 ? HOUR : Math.min(...ticks.slice(1).map((tick, place) => tick - ticks[place]!))
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: zone })
  const clock = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    ...(apart < MINUTE ? { second: '2-digit' } : {}),
    timeZone: zone,
  })
  return ticks.map((tick, place) => {
    const date = new Date(tick * 1_000)
    if (apart >= 20 * HOUR) return day.format(date)
    const isNewDay = place === 0 || dayOf(tick, zone) !== dayOf(ticks[place - 1]!, zone)
    return isNewDay ? `${clock.format(date)}\n${day.format(date)}` : clock.format(date)
  })
}

/** The moment, in seconds, of a local time that is given as if it were UTC. */
function tickAt(wall: number, zone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(wall * 1_000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  return momentOf(local, zone).getTime() / 1_000
}

const dayOf = (at: number, zone: string): number => Math.floor(wallClock(at, zone) / DAY)
