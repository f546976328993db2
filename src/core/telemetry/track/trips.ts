import { type Coordinates, distanceM } from '../../../platform/great-circle.ts'
import { type Fix, type Stop, stopsOf } from './track-summary.ts'

/**
 * The defaults of Traccar (traccar.org/documentation/trips-stops): a move is a trip if it is as long as either of these,
 * a stop lasts as long as in the summary of a track, and a longer time without a location ends a trip. Traccar tells
 * a stop by the speed that trackers send; most devices send none, so it is told by the places.
 */
const TRIP_S = 300
const TRIP_M = 500
const NO_DATA_S = 3_600
/** A receiver that jumps away and back within this time, faster than cars drive, was wrong. */
const JUMP_S = 120
const JUMP_M_PER_S = 60
const MS = 1_000

export interface TripFix extends Fix {
  speed_kmh: number | null
}

export interface Trip {
  from: Date
  to: Date
  start: Coordinates
  end: Coordinates
  duration_s: number
  distance_m: number
  /** The highest speed that the device sent; null if it sent none. */
  top_speed_kmh: number | null
}

export interface TripReport {
  trips: Trip[]
  /** With times without a location, at the last known one. */
  stops: (Stop & { duration_s: number })[]
}

/** The trips and stops of a track, given its points from old to new. Pure. */
export function tripsOf(track: readonly TripFix[]): TripReport {
  const fixes = withoutJumps(track)
  const pauses = joined(fixes, pausesOf(fixes))
  const trips: Trip[] = []
  let begin = 0
  for (const { first, last } of [...pauses, { first: fixes.length - 1, last: fixes.length }]) {
    if (isTrip(fixes, begin, first)) trips.push(tripOf(fixes.slice(begin, first + 1)))
    begin = last
  }
  const stops = pauses.map(({ first, last }) => {
    const [{ at: from, lat, lng }, { at: to }] = [fixes[first]!, fixes[last]!]
    return { lat, lng, from, to, duration_s: seconds(from, to) }
  })
  return { trips, stops }
}

/** Indexes of the first and the last point. */
interface Pause {
  first: number
  last: number
}

/** Stops, and times without a location. */
function pausesOf(fixes: readonly TripFix[]): Pause[] {
  const gaps = fixes.flatMap(({ at }, last) =>
    last > 0 && seconds(fixes[last - 1]!.at, at) > NO_DATA_S ? [{ first: last - 1, last }] : [],
  )
  return [...stopsOf(fixes), ...gaps].sort((one, other) => one.first - other.first || one.last - other.last)
}

/** Pauses with less than a trip between them are one. */
function joined(fixes: readonly TripFix[], pauses: readonly Pause[]): Pause[] {
  const whole: Pause[] = []
  for (const pause of pauses) {
    const before = whole.at(-1)
    if (before !== undefined && !isTrip(fixes, before.last, pause.first))
      before.last = Math.max(before.last, pause.last)
    else whole.push({ first: pause.first, last: pause.last })
  }
  return whole
}

function isTrip(fixes: readonly TripFix[], first: number, last: number): boolean {
  if (last <= first) return false
  return seconds(fixes[first]!.at, fixes[last]!.at) >= TRIP_S || distanceAlong(fixes.slice(first, last + 1)) >= TRIP_M
}

function tripOf(fixes: readonly TripFix[]): Trip {
  const [start, end] = [fixes[0]!, fixes.at(-1)!]
  const speeds = fixes.flatMap(({ speed_kmh }) => (speed_kmh === null ? [] : [speed_kmh]))
  return {
    from: start.at,
    to: end.at,
    start: { lat: start.lat, lng: start.lng },
    end: { lat: end.lat, lng: end.lng },
    duration_s: seconds(start.at, end.at),
    distance_m: distanceAlong(fixes),
    top_speed_kmh: speeds.length === 0 ? null : speeds.reduce((top, speed) => Math.max(top, speed)),
  }
}

const distanceAlong = (fixes: readonly Fix[]): number =>
  fixes.reduce((sum, fix, place) => (place === 0 ? 0 : sum + distanceM(fixes[place - 1]!, fix)), 0)

/** Without points to which and from which nobody travels that fast. */
function withoutJumps(track: readonly TripFix[]): TripFix[] {
  const kept: TripFix[] = []
  for (const [place, fix] of track.entries()) {
    const [before, next] = [kept.at(-1), track[place + 1]]
    const isJump =
      before !== undefined &&
      next !== undefined &&
      seconds(before.at, next.at) <= JUMP_S &&
      speed(before, fix) > JUMP_M_PER_S &&
      speed(fix, next) > JUMP_M_PER_S &&
      speed(before, next) <= JUMP_M_PER_S
    if (!isJump) kept.push(fix)
  }
  return kept
}

const speed = (from: Fix, to: Fix): number => distanceM(from, to) / Math.max(1, seconds(from.at, to.at))

const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / MS
