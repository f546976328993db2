/** A vertical axis with its round ticks, the first and the last of which are its ends. */
export interface ValueAxis {
  min: number
  max: number
  ticks: number[]
}

const FEWEST_TICKS = 4
const MOST_TICKS = 5
/** The axis of a flat line is at least this many of the smallest shown differences long. */
const LEAST_LENGTH = 5
/** Below that, numbers have no digits left for differences. */
const LEAST_PRECISION = 1e-9
/** Space above and below the values. */
const AIR = 0.04
/** The nearest limit is on the axis if the values still fill this share of it. */
const LEAST_SHARE = 1 / 3
const STEPS = [1, 2, 2.5, 5, 10, 20, 25, 50]
/** Longer axes cannot be divided. */
const LARGEST = 1e300

/**
 * The axis for values from `least` to `most`: as long as they need, and as far as the nearest limit unless that would
 * flatten them. Values are shown with this many digits. Pure.
 */
export function valueAxis(least: number, most: number, limits: readonly number[], digits: number): ValueAxis {
  const smallest = 10 ** -digits
  const [low, high] = withNearest(...lengthened(clamped(least), clamped(most), smallest), limits)
  const air = (high - low) * AIR
  return divided(low >= 0 ? Math.max(0, low - air) : low - air, high + air, smallest)
}

const clamped = (value: number): number => Math.max(-LARGEST, Math.min(LARGEST, value))

function lengthened(least: number, most: number, smallest: number): [number, number] {
  const length = Math.max(LEAST_LENGTH * smallest, Math.max(Math.abs(least), Math.abs(most)) * LEAST_PRECISION)
  if (most - least >= length) return [least, most]
  const low = (least + most - length) / 2
  // Values that are never negative get no negative range.
  return least >= 0 && low < 0 ? [0, length] : [low, low + length]
}

function withNearest(low: number, high: number, limits: readonly number[]): [number, number] {
  const distance = (limit: number) => Math.max(limit - high, low - limit, 0)
  const [nearest] = limits.toSorted((one, other) => distance(one) - distance(other))
  if (nearest === undefined) return [low, high]
  const [from, to] = [Math.min(low, nearest), Math.max(high, nearest)]
  return (high - low) / (to - from) >= LEAST_SHARE ? [from, to] : [low, high]
}

/** In round steps that are multiples of the smallest difference. */
function divided(low: number, high: number, smallest: number): ValueAxis {
  const power = 10 ** Math.floor(Math.log10((high - low) / MOST_TICKS))
  const all = STEPS.map((factor) => factor * power)
    .filter((step) => isWhole(step / smallest))
    .map((step) => ticksBy(step, low, high))
  const ticks =
    all.find(({ length }) => length >= FEWEST_TICKS && length <= MOST_TICKS) ??
    all.find(({ length }) => length <= MOST_TICKS + 1) ??
    all.at(-1)!
  return { min: ticks[0]!, max: ticks.at(-1)!, ticks }
}

const FUZZ = 1e-6
const isWhole = (number: number): boolean => number >= 1 - FUZZ && Math.abs(number - Math.round(number)) < FUZZ * number

function ticksBy(step: number, low: number, high: number): number[] {
  const first = Math.floor(low / step + FUZZ)
  const last = Math.ceil(high / step - FUZZ)
  return Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)))
}

/** Limits that are not on the axis, nearest first. */
export function beyond<Limit extends { value: number }>(
  { min, max }: Pick<ValueAxis, 'min' | 'max'>,
  limits: readonly Limit[],
): { above: Limit[]; below: Limit[] } {
  return {
    above: limits.filter(({ value }) => value > max).sort((one, other) => one.value - other.value),
    below: limits.filter(({ value }) => value < min).sort((one, other) => other.value - one.value),
  }
}

/** Moves places apart that are closer than `least`, downwards, in the order of their values. Pure. */
export function spreadOut(places: readonly number[], least: number): number[] {
  const spread = [...places]
  const order = [...places.keys()].sort((one, other) => places[one]! - places[other]!)
  for (const [rank, index] of order.entries()) {
    const before = order[rank - 1]
    if (before !== undefined) spread[index] = Math.max(spread[index]!, spread[before]! + least)
  }
  return spread
}
