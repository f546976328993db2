/** Percent of the tank. */
interface FuelUse {
  used: number
  filled: number
  refills: number
  lowest: number
  last: number
}

/** Fuel moves in its tank, so a smaller rise is no refill. */
const LEAST_REFILL = 8

/**
 * The use of a tank and its refills, given levels in percent from old to new. A level that rises by less than a refill is the
 * fuel that moves. Null without levels. Pure.
 */
export function fuelUseOf(levels: readonly number[]): FuelUse | null {
  if (levels.length === 0) return null
  const [first, last] = [levels[0]!, levels.at(-1)!]
  let [low, high] = [first, first]
  let [filled, refills] = [0, 0]
  const isRefill = () => high - low >= LEAST_REFILL
  for (const level of levels) {
    // While it is filled, a level that falls again by as much as fuel moves ends the refill.
    if (isRefill() && level < high - LEAST_REFILL / 2) {
      filled += high - low
      refills += 1
      low = level
      high = level
    } else if (level < low && !isRefill()) {
      low = level
      high = level
    } else if (level > high) {
      high = level
    }
  }
  if (isRefill()) {
    filled += high - low
    refills += 1
  }
  const lowest = levels.reduce((one, other) => Math.min(one, other))
  return { used: Math.max(0, first + filled - last), filled, refills, lowest, last }
}
