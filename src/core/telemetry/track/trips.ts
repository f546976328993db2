import Type, { type Static } from 'typebox'
import { distanceM } from '../../../platform/great-circle.ts'
import { NullableNumber, Time } from '../../../platform/http/schemas/shapes.ts'
import { isAtRest } from '../../vocabulary/at-rest.ts'
import { type Stop, stopsOf } from './track-summary.ts'
import { drivenM, type Fix, secondsBetween, withoutWrongFixes } from './wrong-fixes.ts'

/**
 * The defaults of Traccar (traccar.org/documentation/trips-stops): a move is a trip if it is as long as either of these,
 * a stop lasts as long as in the summary of a track, and a longer time without a location ends a trip. Traccar tells
 * a stop by the speed that trackers send; most devices send none, so it is told by the places, and by the speed if there is one.
 */
const TRIP_S = 300
const TRIP_M = 500
const NO_DATA_S = 3_600

export interface TripFix extends Fix {
  speed_kmh: number | null
}

const PlaceShape = Type.Object({ lat: Type.Number(), lng: Type.Number() })
export const TripShape = Type.Object(
  {
    from: Time,
    to: Time,
    start: PlaceShape,
    end: PlaceShape,
    duration_s: Type.Number(),
    distance_m: Type.Number(),
    /** The highest speed that the device sent; null if it sent none. */
    top_speed_kmh: NullableNumber,
  },
  {
    title: 'Trip',
    examples: [
      {
        from: '2026-11-21T08:00:00.000Z',
        to: '2026-11-21T08:20:00.000Z',
        start: { lat: 46.0569, lng: 14.5058 },
        end: { lat: 46.1206, lng: 14.8157 },
        duration_s: 1_200,
        distance_m: 27_400.5,
        top_speed_kmh: 98,
      },
    ],
  },
)
export type Trip = Static<typeof TripShape>

export interface TripReport {
  trips: Trip[]
  /** With times without a location, at the last known one. */
  stops: (Stop & { duration_s: number })[]
}

/** The trips and stops of a track, given its points from old to new. Pure. */
export function tripsOf(track: readonly TripFix[]): TripReport {
  const fixes = withoutWrongFixes(track)
  const pauses = joined(fixes, pausesOf(fixes))
  const trips: Trip[] = []
  let begin = 0
  for (const { first, last } of [...pauses, { first: fixes.length - 1, last: fixes.length }]) {
    if (isTrip(fixes, begin, first)) trips.push(tripOf(fixes.slice(begin, first + 1)))
    begin = last
  }
  const stops = pauses.map(({ first, last }) => {
    const [{ at: from, lat, lng }, { at: to }] = [fixes[first]!, fixes[last]!]
    return { lat, lng, from, to, duration_s: secondsBetween(from, to) }
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
    last > 0 && secondsBetween(fixes[last - 1]!.at, at) > NO_DATA_S ? [{ first: last - 1, last }] : [],
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
  const part = fixes.slice(first, last + 1)
  const isLong = secondsBetween(part[0]!.at, part.at(-1)!.at) >= TRIP_S
  // A device that says that it rests may scatter, or not know its speed; then it arrives elsewhere.
  if (part.every(isAtRest)) return isLong && distanceM(part[0]!, part.at(-1)!) >= TRIP_M
  return isLong || drivenM(part) >= TRIP_M
}

function tripOf(fixes: readonly TripFix[]): Trip {
  const [start, end] = [fixes[0]!, fixes.at(-1)!]
  const speeds = fixes.flatMap(({ speed_kmh }) => (speed_kmh === null ? [] : [speed_kmh]))
  return {
    from: start.at,
    to: end.at,
    start: { lat: start.lat, lng: start.lng },
    end: { lat: end.lat, lng: end.lng },
    duration_s: secondsBetween(start.at, end.at),
    distance_m: drivenM(fixes),
    top_speed_kmh: speeds.length === 0 ? null : speeds.reduce((top, speed) => Math.max(top, speed)),
  }
}
