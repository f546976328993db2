import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { beyond, valueAxis } from './value-axis.ts'

test('an axis is as long as its values, not as its far limits', () => {
  assert.deepEqual(valueAxis(19.6, 20.9, [5, 57], 1), { min: 19.5, max: 21, ticks: [19.5, 20, 20.5, 21] })
  assert.deepEqual(valueAxis(4, 6, [35, 70, 10_000], 1).ticks, [3, 4, 5, 6, 7])
})

test('the nearest limit is on the axis if the values still fill a third of it', () => {
  assert.equal(valueAxis(118, 131, [140, 160, 180, 90], 0).max, 150)
  assert.ok(valueAxis(118, 131, [180, 60], 0).max < 180)
  assert.ok(valueAxis(118, 145, [140, 180], 0).max < 180, 'a limit among the values is the nearest')
})

test('a flat line is in the middle of an axis of differences that are shown', () => {
  const { min, max, ticks } = valueAxis(20, 20, [], 1)
  assert.ok(min < 20 && max > 20)
  assert.ok(ticks.every((tick) => Number(tick.toFixed(1)) === tick))
  assert.equal(valueAxis(0, 0, [], 0).min, 0)
  assert.equal(valueAxis(1, 2, [], 0).min, 0)
})

test('an axis has four or five round ticks, rarely six, which enclose the values', () => {
  const value = fc.double({ noNaN: true, min: -1e12, max: 1e12 })
  fc.assert(
    fc.property(
      value,
      value,
      fc.array(value, { maxLength: 4 }),
      fc.integer({ min: 0, max: 2 }),
      (one, other, limits, digits) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other)]
        const { min, max, ticks } = valueAxis(least, most, limits, digits)
        assert.ok(min <= least + 1e-6 * Math.abs(least) && max >= most - 1e-6 * Math.abs(most), `${min} ${max}`)
        assert.ok(ticks.length >= 3 && ticks.length <= 6, ticks.join())
        assert.ok(
          ticks.every((tick, place) => place === 0 || tick > ticks[place - 1]!),
          ticks.join(),
        )
      },
    ),
    { numRuns: 2_000 },
  )
})

test('even the largest numbers have an axis', () => {
  const { min, max, ticks } = valueAxis(-Number.MAX_VALUE, Number.MAX_VALUE, [0], 2)
  assert.ok(Number.isFinite(max - min) && ticks.length <= 6)
  assert.ok(valueAxis(1e17, 1e17, [], 1).max > 1e17)
})

test('limits beyond an axis are known by side, the nearest first', () => {
  const limits = [57, 5, 70, 20.5].map((value) => ({ value }))
  assert.deepEqual(beyond({ min: 19, max: 21 }, limits), {
    above: [{ value: 57 }, { value: 70 }],
    below: [{ value: 5 }],
  })
})
