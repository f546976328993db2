/** Gives numbers from 0 up to, but not including, 1. */
export type Random = () => number

/** The same seed gives the same numbers. Mulberry32 by Tommy Ettinger: 32 bits of state, more than enough to look real. */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (min: number, max: number, random: Random): number => min + (max - min) * random()

/** Normally distributed around 0 with deviation 1, by the method of Box and Muller. */
export const gaussian = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/**
 * Random walk of a measured value: around a mean, with this deviation, forgetting its past in about `relaxS`, never
 * beyond the limits.
 */
export interface Wandering {
  mean: number
  deviation: number
  relaxS: number
  min: number
  max: number
}

/**
 * One step of an Ornstein-Uhlenbeck process, exact for any length of time, so that the interval does not change the
 * result.
 */
export function wander(value: number, about: Wandering, elapsedS: number, random: Random): number {
  const kept = Math.exp(-elapsedS / about.relaxS)
  const noise = about.deviation * Math.sqrt(1 - kept ** 2) * gaussian(random)
  const moved = about.mean + (value - about.mean) * kept + noise
  return Math.min(about.max, Math.max(about.min, moved))
}

export const startOf = (about: Wandering, random: Random): number =>
  wander(about.mean, about, Number.POSITIVE_INFINITY, random)
