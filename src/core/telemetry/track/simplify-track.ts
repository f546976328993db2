import { type Coordinates, distanceToChord } from '../../../platform/great-circle.ts'
import { timeSlices } from '../../../platform/long-work/time-slices.ts'

/** The section between two kept points, and the point in it that is farthest from its chord. */
interface Stretch {
  start: number
  end: number
  farthest: number
  distanceM: number
}

/**
 * Reduces a track to at most `count` of its own points, including the first and the last, so that the line through them
 * stays close: no point is farther from it than `error_m` metres. Starts with the chord from end to end and repeatedly
 * splits the chord with the farthest point. D. H. Douglas and T. K. Peucker, "Algorithms for the Reduction of the
 * Number of Points Required to Represent a Digitized Line or its Caricature", Cartographica 10(2), 1973; there a
 * tolerance ends the loop, here the number of points. `count` is at least 2.
 * Yields between two chords: a track that turns at every point takes quadratic time.
 */
export async function simplifyTrack<Point extends Coordinates>(
  track: readonly Point[],
  count: number,
): Promise<{ points: Point[]; error_m: number }> {
  if (track.length <= count) return { points: [...track], error_m: 0 }
  const giveWay = timeSlices()
  const stretches = [stretchBetween(track, 0, track.length - 1)]
  let worst = 0
  while (stretches.length < count - 1 && stretches[worst]!.distanceM > 0) {
    await giveWay()
    const { start, farthest, end } = stretches[worst]!
    stretches[worst] = stretchBetween(track, start, farthest)
    stretches.push(stretchBetween(track, farthest, end))
    worst = worstOf(stretches)
  }
  const kept = [0, ...stretches.map(({ end }) => end)].sort((a, b) => a - b)
  return { points: kept.map((place) => track[place]!), error_m: stretches[worst]!.distanceM }
}

function worstOf(stretches: readonly Stretch[]): number {
  let worst = 0
  for (let index = 1; index < stretches.length; index++) {
    if (stretches[index]!.distanceM > stretches[worst]!.distanceM) worst = index
  }
  return worst
}

function stretchBetween(track: readonly Coordinates[], start: number, end: number): Stretch {
  const stretch = { start, end, farthest: start, distanceM: 0 }
  for (let place = start + 1; place < end; place++) {
    const distanceM = distanceToChord(track[place]!, track[start]!, track[end]!)
    if (distanceM > stretch.distanceM) {
      stretch.farthest = place
      stretch.distanceM = distanceM
    }
  }
  return stretch
}
