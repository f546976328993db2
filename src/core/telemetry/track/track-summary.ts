import { type Coordinates, distanceM } from '../../../platform/great-circle.ts'
import { isAtRest } from '../../vocabulary/at-rest.ts'
import { drivenM, type Fix, secondsBetween, withoutWrongFixes } from './wrong-fixes.ts'

/** A device that stays within this circle for this long has stopped. Positions of a good receiver scatter far less. */
const STOP_RADIUS_M = 60
/** The same for one that says so itself: indoors and between houses, positions scatter. */
const REST_RADIUS_M = 300
const STOP_AFTER_S = 300

export interface Stop extends Coordinates {
  from: Date
  to: Date
}

/** With the indexes of its first and its last point. */
interface PlacedStop extends Stop {
  first: number
  last: number
}

export interface TrackSummary {
  distance_m: number
  moving_s: number
  stops: Stop[]
}

/** Distance and stops of a track, given its points from old to new. At a stop nothing is driven. Pure. */
export function summariseTrack(track: readonly Fix[]): TrackSummary {
  const fixes = withoutWrongFixes(track)
  const stops = stopsOf(fixes)
  let [distance_m, begin] = [0, 0]
  for (const { first, last } of [...stops, { first: fixes.length - 1, last: 0 }]) {
    distance_m += drivenM(fixes.slice(begin, first + 1))
    begin = last
  }
  const whole = fixes.length === 0 ? 0 : secondsBetween(fixes[0]!.at, fixes.at(-1)!.at)
  const still = stops.reduce((sum, { from, to }) => sum + secondsBetween(from, to), 0)
  return {
    distance_m,
    moving_s: Math.max(0, whole - still),
    stops: stops.map(({ first: _, last: __, ...stop }) => stop),
  }
}

/**
 * From old to new. Pure. A start is compared with the points after it from the farthest back, and first with the one that
 * was too far from the start before: very many points within five minutes would otherwise take quadratic time.
 */
export function stopsOf(track: readonly Fix[]): PlacedStop[] {
  const stops: PlacedStop[] = []
  let [enough, away] = [0, 0]
  for (let first = 0; first < track.length; ) {
    const start = track[first]!
    const radius = isAtRest(start) ? REST_RADIUS_M : STOP_RADIUS_M
    const isFar = (place: number) =>
      distanceM(start, track[place]!) > (isAtRest(track[place]!) ? radius : STOP_RADIUS_M)
    while (enough < track.length && secondsBetween(start.at, track[enough]!.at) < STOP_AFTER_S) enough++
    if (enough === track.length) break
    if (away <= first || !isFar(away)) for (away = enough; away > first && !isFar(away); ) away--
    if (away > first) {
      first++
      continue
    }
    let last = enough
    while (last + 1 < track.length && !isFar(last + 1)) last++
    stops.push({ lat: start.lat, lng: start.lng, from: start.at, to: track[last]!.at, first, last })
    first = last + 1
  }
  return stops
}
