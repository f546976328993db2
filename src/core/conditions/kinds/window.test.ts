import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aggregateOf } from './aggregate.ts'
import { changeIn } from './rate.ts'
import { countIn, isFull, type WindowMemory, withValue } from './window.ts'

const MINUTE = 60_000
function windowOf(values: readonly number[], everyMs: number, windowMs: number): WindowMemory {
  let memory: WindowMemory | null = null
  for (const [place, value] of values.entries()) memory = withValue(memory, place * everyMs, value, windowMs)
  return memory!
}

test('a value counts until its age is the length of the window', () => {
  const window = windowOf([1, 2, 3, 4, 5, 6], MINUTE, 3 * MINUTE)
  assert.deepEqual([countIn(window), aggregateOf(window, 'min'), aggregateOf(window, 'max')], [3, 4, 6])
  assert.deepEqual([aggregateOf(window, 'sum'), aggregateOf(window, 'avg'), aggregateOf(window, 'count')], [15, 5, 3])
})

test('a change goes from the first value in the window to the last', () => {
  const window = windowOf([50, 10, 12, 16], MINUTE, 3 * MINUTE)
  assert.equal(changeIn(window, 'delta'), 6)
  assert.equal(changeIn(window, 'percent'), 60)
  assert.equal(changeIn(window, 'per_min'), 3)
})

test('a change has no percentage of zero, and no rate without elapsed time', () => {
  assert.equal(changeIn(windowOf([0, 5], MINUTE, 3 * MINUTE), 'percent'), null)
  assert.equal(changeIn(windowOf([0], MINUTE, 3 * MINUTE), 'per_min'), null)
  assert.equal(changeIn(windowOf([-10, -5], MINUTE, 3 * MINUTE), 'percent'), 50)
})

test('a window is full after its length; a pause of that length restarts it', () => {
  assert.equal(isFull(windowOf([1, 1, 1], MINUTE, 3 * MINUTE), 3 * MINUTE), false)
  const full = windowOf([1, 1, 1, 1], MINUTE, 3 * MINUTE)
  assert.equal(isFull(full, 3 * MINUTE), true)
  const later = withValue(full, 6 * MINUTE, 1, 3 * MINUTE)
  assert.deepEqual([isFull(later, 3 * MINUTE), countIn(later)], [false, 1])
})

test('a window keeps at most sixty slices, with all of its values', () => {
  const values = Array.from({ length: 6_000 }, (_, place) => place)
  const window = windowOf(values, 100, 10 * MINUTE)
  assert.ok(window.slices.length <= 61)
  assert.deepEqual(
    [aggregateOf(window, 'count'), aggregateOf(window, 'min'), aggregateOf(window, 'max')],
    [6_000, 0, 5_999],
  )
})

test('sums of the largest numbers stay finite', () => {
  const window = windowOf([Number.MAX_VALUE, Number.MAX_VALUE], 10, MINUTE)
  assert.equal(JSON.parse(JSON.stringify(window)).slices[0][2], Number.MAX_VALUE)
})
