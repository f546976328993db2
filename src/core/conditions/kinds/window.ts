/**
 * The values of a time window, merged into at most `SLICES` slices, so that a fast device costs no more than a slow
 * one. Times are milliseconds of reading time.
 */
export interface WindowMemory {
  /** Since when there have been values without a gap as long as the window. */
  since: number
  slices: Slice[]
}

/** Time of the last value, count, sum, smallest, largest, time of the first value, the first and the last value. */
type Slice = [
  lastAt: number,
  n: number,
  sum: number,
  min: number,
  max: number,
  firstAt: number,
  first: number,
  last: number,
]

const SLICES = 60

export function withValue(memory: WindowMemory | null, at: number, value: number, windowMs: number): WindowMemory {
  const newest = memory?.slices.at(-1)
  if (memory === null || newest === undefined || at - newest[0] >= windowMs) {
    return { since: at, slices: [[at, 1, value, value, value, at, value, value]] }
  }
  const kept = memory.slices.filter(([lastAt]) => lastAt > at - windowMs)
  const width = Math.ceil(windowMs / SLICES)
  const last = kept.at(-1)
  if (last === undefined || Math.floor(last[5] / width) !== Math.floor(at / width)) {
    kept.push([at, 1, value, value, value, at, value, value])
  } else {
    const [, n, sum, min, max, firstAt, first] = last
    kept[kept.length - 1] = [
      at,
      n + 1,
      finite(sum + value),
      Math.min(min, value),
      Math.max(max, value),
      firstAt,
      first,
      value,
    ]
  }
  return { since: memory.since, slices: kept }
}

export function windowNotAhead({ since, slices }: WindowMemory, now: number): WindowMemory | null {
  const past = slices.filter(([lastAt]) => lastAt <= now)
  return past.length === 0 ? null : { since, slices: past }
}

/** The state is kept as JSON, which has no infinity. */
const finite = (sum: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum))

export const countIn = ({ slices }: WindowMemory): number => slices.reduce((sum, slice) => sum + slice[1], 0)

/** Whether there are values for the whole length of the window. */
export const isFull = ({ since, slices }: WindowMemory, windowMs: number): boolean =>
  slices.at(-1)![0] - since >= windowMs
