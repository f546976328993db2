import { divisorOf } from '../decimals.ts'
import type { ChunkField } from './chunk.ts'

/** A double with more decimals than this has no digit left before the point. */
const MOST_DECIMALS = 15

/**
 * Numbers as whole offsets from a base, divided by a power of ten; as doubles if that would not give back each of them
 * exactly, or would not be smaller. Null stands for a missing value. Pure.
 */
export function encodeNumbers(values: readonly (number | null)[]): Omit<ChunkField, 'field'> {
  const divisor = divisorOf(values, MOST_DECIMALS)
  const wholes = divisor === null ? [] : values.map((value) => (value === null ? null : Math.round(value * divisor)))
  const line = divisor === null ? null : narrowest(wholes)
  const width = line === null ? undefined : WIDTHS.find(({ most }) => line.most <= most)
  if (line === null || width === undefined) return { scaled: null, items: { kind: 'f8', list: oneForAll(values) } }
  const scaled = { base: line.least - width.least, step: line.step, divisor: divisor! }
  if (line.most === 0 && !values.includes(null)) return { scaled, items: null }
  const list = wholes.map((whole, place) => (whole === null ? null : whole - scaled.base - scaled.step * place))
  return { scaled, items: { kind: width.kind, list } }
}

/** The offsets that fit in an array, narrowest first: they begin at `least` and span `most`. */
const WIDTHS = [
  { kind: 'i1', least: 0, most: 2 ** 7 - 1 },
  { kind: 'i1', least: -(2 ** 7), most: 2 ** 8 - 1 },
  { kind: 'i2', least: 0, most: 2 ** 15 - 1 },
  { kind: 'i2', least: -(2 ** 15), most: 2 ** 16 - 1 },
  { kind: 'i4', least: 0, most: 2 ** 31 - 1 },
  { kind: 'i4', least: -(2 ** 31), most: 2 ** 32 - 1 },
] as const

/** One element if all are the same. */
export const oneForAll = <Value>(values: readonly Value[]): readonly Value[] =>
  values.every((value) => Object.is(value, values[0])) ? values.slice(0, 1) : values

interface Line {
  step: number
  /** The least offset from the line, and the span of all. */
  least: number
  most: number
}

/** The line that leaves the smallest offsets: level, or rising like a clock or a counter. Null if none is exact. */
function narrowest(wholes: readonly (number | null)[]): Line | null {
  const [first, second, last] = [wholes[0] ?? null, wholes[1] ?? null, wholes.at(-1) ?? null]
  const steps = new Set([0])
  if (first !== null && second !== null) steps.add(second - first)
  if (first !== null && last !== null && wholes.length > 1) steps.add(Math.round((last - first) / (wholes.length - 1)))
  let best: Line | null = null
  for (const step of steps) {
    const line = lineOf(wholes, step)
    if (line !== null && (best === null || line.most < best.most)) best = line
  }
  return best
}

function lineOf(wholes: readonly (number | null)[], step: number): Line | null {
  let [least, greatest] = [Infinity, -Infinity]
  for (let place = 0; place < wholes.length; place += 1) {
    const whole = wholes[place]!
    if (whole === null) continue
    const offset = whole - step * place
    if (offset < least) least = offset
    if (offset > greatest) greatest = offset
  }
  const parts = [least, greatest, greatest - least, step * wholes.length]
  return parts.every(isWellWithin) ? { step, least, most: greatest - least } : null
}

/** Sums of two such numbers are exact. */
const isWellWithin = (whole: number): boolean => Math.abs(whole) <= 2 ** 52
