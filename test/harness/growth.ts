import assert from 'node:assert/strict'
import { processorMs } from './processor-ms.ts'

const TIMES = 8
/** In the middle between eight times as long, in proportion, and 64 times, the square. */
const MOST = 22
const LEAST_TURNS = 2
const TURNS = 10

/** Fails if work on eight times as much takes more than in proportion: a ratio, which is the same on any machine. */
export function assertInProportion(work: (size: number) => unknown, few: number, what = ''): void {
  const spent = (size: number) => {
    const before = processorMs()
    work(size)
    return processorMs() - before
  }
  // The first time, code is compiled.
  work(few)
  // The fastest of each: what else the machine does only adds to a measurement.
  let [one, many] = [Infinity, Infinity]
  for (let turn = 0; turn < TURNS && (turn < LEAST_TURNS || many > MOST * one); turn += 1) {
    one = Math.min(one, spent(few))
    many = Math.min(many, spent(TIMES * few))
  }
  assert.ok(many <= MOST * one, `${what} ${(many / one).toFixed(1)} times as long for eight times as much`)
}
