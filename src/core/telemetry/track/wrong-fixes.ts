import { type Coordinates, distanceM } from '../../../platform/great-circle.ts'
import { isAtRest, sentKmh } from '../../vocabulary/at-rest.ts'

export interface Fix extends Coordinates {
  at: Date
  /** As the device sent it; null or absent if it sent none. */
  speed_kmh?: number | null
}

/** Faster than cars drive. */
const CAR_M_PER_S = 60
/** As fast as trains, if the locations before or after go on like that. */
const TRAIN_M_PER_S = 100
/** After so long without a location, a device may have flown. */
const FLIGHT_S = 1_800
const FLIGHT_M_PER_S = 350
/** How far a mean speed may be above the speeds sent at both ends: for a car that gains and loses 3 m/s each second. */
const GAIN_M_PER_S = 0.75
const MOST_GAIN_M_PER_S = 25
const SCATTER_M = 100
/** A longer stretch counts no more: it may as well lie in the wrong place. */
const MOST_COUNTED = 20
/** A stretch of so many locations is kept although nothing leads there: more likely it was carried while it was off. */
const JUMP_COST = 15
/** Earlier stretches with which one is compared: the last ones, and the ends of the best tracks. */
const LAST = 16
const BEST = 4
const MS = 1_000

/** Locations that follow each other at a possible speed, and the best track that ends with them. */
interface Stretch {
  first: number
  last: number
  weight: number
  before: Stretch | null
}

/**
 * Without locations from which the device cannot have come and to which it cannot have gone: cached ones, and those of cell
 * towers, which come in rows. Of all ways through the stretches of a track the one that keeps most of them is taken, so
 * wrong ones may be of any number, and the first or the last. Pure.
 */
export function withoutWrongFixes<Located extends Fix>(track: readonly Located[]): Located[] {
  const stretches = stretchesOf(track)
  if (stretches.length < 2) return [...track]
  let best: Stretch[] = []
  for (const [place, stretch] of stretches.entries()) {
    const own = stretch.weight
    for (const before of new Set([...stretches.slice(Math.max(0, place - LAST), place), ...best])) {
      const isPossible = !isTooFast(track[before.last]!, track[stretch.first]!)
      const weight = before.weight + own - (isPossible ? 0 : JUMP_COST)
      if (weight > stretch.weight) Object.assign(stretch, { weight, before })
    }
    best = [stretch, ...best].sort((one, other) => other.weight - one.weight).slice(0, BEST)
  }
  const kept: Stretch[] = []
  for (let stretch: Stretch | null = best[0]!; stretch !== null; stretch = stretch.before) kept.push(stretch)
  return kept.reverse().flatMap(({ first, last }) => track.slice(first, last + 1))
}

/** Along a track, without the way that nobody travels so fast. Pure. */
export function drivenM(track: readonly Fix[]): number {
  let sum = 0
  for (let place = 1; place < track.length; place++)
    if (!isJump(track, place)) sum += distanceM(track[place - 1]!, track[place]!)
  return sum
}

function stretchesOf(track: readonly Fix[]): Stretch[] {
  const stretches: Stretch[] = []
  for (let place = 0, first = 0; place < track.length; place++) {
    if (place + 1 < track.length && !isJump(track, place + 1)) continue
    const count = place + 1 - first
    // The longer one of stretches that count as much is better.
    stretches.push({ first, last: place, weight: Math.min(count, MOST_COUNTED) + count * 1e-6, before: null })
    first = place + 1
  }
  return stretches
}

/** Whether the way to a location from the one before is too fast, and not part of a fast journey. */
function isJump(track: readonly Fix[], place: number): boolean {
  const [earlier, before, fix, next] = [track[place - 2], track[place - 1]!, track[place]!, track[place + 1]]
  if (!isTooFast(before, fix)) return false
  const goesOn = (from: Fix, middle: Fix, to: Fix) =>
    Math.min(speed(from, middle), speed(middle, to), speed(from, to)) > CAR_M_PER_S
  const isJourney =
    (earlier !== undefined && goesOn(earlier, before, fix)) || (next !== undefined && goesOn(before, fix, next))
  return !isJourney || speed(before, fix) > TRAIN_M_PER_S
}

function isTooFast(from: Fix, to: Fix): boolean {
  const between = secondsBetween(from.at, to.at)
  return speed(from, to) > (between >= FLIGHT_S ? FLIGHT_M_PER_S : mostBetween(from, to, between))
}

/** The highest possible mean speed, in metres per second. */
function mostBetween(from: Fix, to: Fix, between: number): number {
  const [first, last] = [sentKmh(from), sentKmh(to)]
  const sent = Math.max(first ?? 0, last ?? 0) / 3.6
  const most = Math.max(CAR_M_PER_S, sent * 1.5)
  // Devices that do not know their speed may send 0.
  if (first === null || last === null || isAtRest(first > last ? from : to)) return most
  const gained = Math.min(MOST_GAIN_M_PER_S, between * GAIN_M_PER_S) + SCATTER_M / Math.max(1, between)
  return Math.min(most, Math.max(sent * 1.5, sent * 1.2 + gained))
}

const speed = (from: Fix, to: Fix): number => distanceM(from, to) / Math.max(1, secondsBetween(from.at, to.at))

export const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / MS
