import { longitudeNear } from '../../../platform/unwrapped-longitudes.ts'

const HALF = 180

/**
 * The middle of the turn of the earth that a map shows, at first 0. It stays as long as these longitudes lie within half of
 * the earth there, or nowhere do. Pure.
 */
export function middleFor(longitudes: readonly number[], present: number): number {
  const here = longitudes.map((lng) => longitudeNear(lng, present)).sort((one, other) => one - other)
  if (here.length === 0 || here.at(-1)! - here[0]! <= HALF) return present
  const first = here.findIndex((lng, place) => place > 0 && lng - here[place - 1]! >= HALF)
  // Those before the gap follow those after it, a turn later.
  return first === -1 ? present : longitudeNear((here[first]! + here[first - 1]!) / 2 + HALF, 0)
}
