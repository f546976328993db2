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

/** From old to new. Pure. */
export function stopsOf(track: readonly Fix[]): PlacedStop[] {
  const stops: PlacedStop[] = []
  for (let first = 0; first < track.length; ) {
    const start = track[first]!
    let last = first
    while (last + 1 < track.length && distanceM(start, track[last + 1]!) <= STOP_RADIUS_M) last++
    const end = track[last]!
    if (seconds(start.at, end.at) < STOP_AFTER_S) {
      first++
      continue
    }
    stops.push({ lat: start.lat, lng: start.lng, from: start.at, to: end.at, first, last })
    first = last + 1
  }
  return stops
}

const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / MS
