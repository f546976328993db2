import { rounded } from '../../core/telemetry/values.ts'
import { bearing, type Coordinates, distanceM } from '../../platform/great-circle.ts'

/** A recorded point of a track. Time in milliseconds since 1970, speed in m/s, course in degrees. */
export interface GpxPoint extends Coordinates {
  line: number
  time: number
  speed: number | null
  course: number | null
}

const KMH_PER_METRE_A_SECOND = 3.6

/** Road vehicles brake at about 1 g at most; a larger change of speed is a jump of the receiver, not a motion. */
const PLAUSIBLE_ACCELERATION = 9.81
/** In m/s: nothing with a receiver is faster. */
const FASTEST = 1_000
/** With so many speeds after it, the first speed of a segment is compared. */
const LATER_SPEEDS = 5

/** Speed and heading of each point of a segment: its own, or derived from the point before it. */
export function derivedMotions(segment: readonly GpxPoint[]): { speed_kmh?: number; heading?: number }[] {
  let known: { speed: number; time: number } | null = null
  const speeds = segment.map((point, place) => (place === 0 ? null : speedBetween(segment[place - 1]!, point)))
  return segment.map((point, place) => {
    const previous = segment[place - 1]
    const derived = speeds[place]!
    const isJump =
      derived !== null &&
      !(known === null ? isConfirmed(place, segment, speeds) : isPlausible(derived, point.time, known))
    const speed = point.speed ?? (isJump ? null : derived)
    if (speed !== null) known = { speed, time: point.time }
    const heading = point.course ?? (previous === undefined || isJump ? null : headingBetween(previous, point))
    return {
      ...(speed === null ? {} : { speed_kmh: rounded(speed * KMH_PER_METRE_A_SECOND, 2) }),
      // 359.96 rounds to north, which is 0.
      ...(heading === null ? {} : { heading: rounded(heading, 1) % 360 }),
    }
  })
}

/** Compared with the last accepted speed, so that one jump does not discredit the points after it. */
function isPlausible(speed: number, time: number, known: { speed: number; time: number }): boolean {
  return speed <= FASTEST && Math.abs(speed - known.speed) <= PLAUSIBLE_ACCELERATION * ((time - known.time) / 1_000)
}

/**
 * Without an accepted speed, those after it decide, by majority: the first position of a receiver is often wrong, which
 * makes the speed to the next one too large.
 */
function isConfirmed(place: number, segment: readonly GpxPoint[], speeds: readonly (number | null)[]): boolean {
  const speed = speeds[place]!
  const { time } = segment[place]!
  const later = speeds.slice(place + 1, place + 1 + LATER_SPEEDS)
  const tooSlow = later.filter((other, behind) => {
    const seconds = (segment[place + 1 + behind]!.time - time) / 1_000
    return other !== null && speed - other > PLAUSIBLE_ACCELERATION * seconds
  })
  return speed <= FASTEST && tooSlow.length * 2 <= later.length
}

/** Unknown when no time has passed between the points, or when the clock was set back. */
function speedBetween(previous: GpxPoint, point: GpxPoint): number | null {
  if (point.time <= previous.time) return null
  return distanceM(previous, point) / ((point.time - previous.time) / 1_000)
}

/** Unknown when the points are the same place. */
function headingBetween(previous: GpxPoint, point: GpxPoint): number | null {
  return previous.lat === point.lat && previous.lng === point.lng ? null : bearing(previous, point)
}
