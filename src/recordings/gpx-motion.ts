import { bearing, distanceM, type Position } from './great-circle.ts'
import { rounded } from './recorded-values.ts'

/** A point of a track as recorded. Time in milliseconds since 1970, speed in metres a second, course in degrees. */
export interface TrackPoint extends Position {
  line: number
  time: number | null
  speed: number | null
  course: number | null
}

const KMH_PER_METRE_A_SECOND = 3.6

/** Speed and heading of a point: what it carries itself, else what follows from the point before it in its segment. */
export function derivedMotion(
  point: TrackPoint,
  previous: TrackPoint | undefined,
): { speed_kmh?: number; heading?: number } {
  const speed = point.speed ?? (previous === undefined ? null : speedBetween(previous, point))
  const heading = point.course ?? (previous === undefined ? null : headingBetween(previous, point))
  return {
    ...(speed === null ? {} : { speed_kmh: rounded(speed * KMH_PER_METRE_A_SECOND, 2) }),
    // 359.96 rounds to north, which is 0.
    ...(heading === null ? {} : { heading: rounded(heading, 1) % 360 }),
  }
}

/** Unknown when no time has passed between the points, or when the clock was set back. */
function speedBetween(previous: TrackPoint, point: TrackPoint): number | null {
  if (previous.time === null || point.time === null || point.time <= previous.time) return null
  return distanceM(previous, point) / ((point.time - previous.time) / 1_000)
}

/** Unknown when the points are the same place. */
function headingBetween(previous: TrackPoint, point: TrackPoint): number | null {
  return previous.lat === point.lat && previous.lng === point.lng ? null : bearing(previous, point)
}
