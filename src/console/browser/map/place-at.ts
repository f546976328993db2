import type { TrackPlace } from '../../map/map-data.ts'

interface PlaceAt {
  lat: number
  lng: number
  speedKmh: number | null
}

/** Position on a track at a moment, interpolated linearly. Null outside of its time range. */
export function placeAt(track: readonly TrackPlace[], at: number): PlaceAt | null {
  const [first, last] = [track[0], track.at(-1)]
  if (first === undefined || last === undefined) return null
  if (at <= first[0] || at >= last[0]) {
    const end = at <= first[0] ? first : last
    return { lat: end[1], lng: end[2], speedKmh: end[3] }
  }
  let [low, high] = [0, track.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (track[middle]![0] <= at) low = middle
    else high = middle
  }
  const [from, to] = [track[low]!, track[high]!]
  const share = (at - from[0]) / (to[0] - from[0] || 1)
  return { lat: from[1] + (to[1] - from[1]) * share, lng: from[2] + (to[2] - from[2]) * share, speedKmh: to[3] }
}
