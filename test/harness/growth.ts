import assert from 'node:assert/strict'
import { processorMs } from './processor-ms.ts'

const PARTS = 8
/** In the middle between as long, in proportion, and eight times as long, the square. */
const MOST = 2.75
const LEAST_TURNS = 2
const TURNS = 10

/**
 * Fails if work on eight times as much at once takes more than in proportion: a ratio, which is the same on any machine.
 * The work on less is done eight times, so that both take long enough to be interrupted by what else the machine does.
 */
export function assertInProportion(work: (size: number) => unknown, few: number, what = ''): void {
  const spent = (times: number, size: number) => {
    const before = processorMs()
    for (let time = 0; time < times; time += 1) work(size)
    return processorMs() - before
  }
  // The first time, code is compiled.
  work(few)
  // The fastest of each: what else the machine does only adds to a measurement.
  let [parts, whole] = [Infinity, Infinity]
  for (let turn = 0; turn < TURNS && (turn < LEAST_TURNS || whole > MOST * parts); turn += 1) {
    parts = Math.min(parts, spent(PARTS, few))
    whole = Math.min(whole, spent(1, PARTS * few))
  }
  assert.ok(whole <= MOST * parts, `${what} ${(whole / parts).toFixed(1)} times as long at once as in eight parts`)
}
