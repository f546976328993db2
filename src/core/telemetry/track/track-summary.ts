import { type Coordinates, distanceM } from '../../../platform/great-circle.ts'

const MS = 1_000
/** A device that stays within this circle for this long has stopped. Positions of a good receiver scatter far less. */
const STOP_RADIUS_M = 60
const STOP_AFTER_S = 300

export interface Fix extends Coordinates {
  at: Date
}

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

/** Distance and stops of a track, given its points from old to new. Pure. */
export function summariseTrack(track: readonly Fix[]): TrackSummary {
  const stops = stopsOf(track)
  let distance_m = 0
  for (let place = 1; place < track.length; place++) distance_m += distanceM(track[place - 1]!, track[place]!)
  const whole = track.length === 0 ? 0 : seconds(track[0]!.at, track.at(-1)!.at)
  const still = stops.reduce((sum, { from, to }) => sum + seconds(from, to), 0)
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
    const isFar = (place: number) => distanceM(start, track[place]!) > STOP_RADIUS_M
    while (enough < track.length && seconds(start.at, track[enough]!.at) < STOP_AFTER_S) enough++
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

const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / MS
