import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lttb, type TimedValue } from './lttb.ts'

const someSeries = fc
  .array(fc.record({ restMs: fc.nat({ max: 5_000 }), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }), {
    maxLength: 300,
    size: 'max',
  })
  .map((steps) => {
    let at = 1_700_000_000_000
    return steps.map(({ restMs, value }): TimedValue => {
      at += restMs
      return { at, value }
    })
  })
const someCount = fc.integer({ min: 3, max: 60 })

test('a thinned series has the requested number of its own points, in order, with the first and the last', () => {
  fc.assert(
    fc.property(someSeries, someCount, (series, count) => {
      const thinned = lttb(series, count)
      assert.equal(thinned.length, Math.min(series.length, count))
      assert.equal(thinned[0], series[0])
      assert.equal(thinned.at(-1), series.at(-1))
      const places = thinned.map((point) => series.indexOf(point))
      assert.ok(places.every((place, index) => index === 0 || place > places[index - 1]!))
    }),
    { numRuns: 500 },
  )
})

test('a series that is short enough is unchanged', () => {
  const series = [1, 2, 3, 4].map((at) => ({ at, value: -at }))
  assert.deepEqual(lttb(series, 4), series)
  assert.deepEqual(lttb([], 10), [])
})

test('the only peak of a flat series is kept', () => {
  for (let peak = 1; peak < 999; peak++) {
    const series = Array.from({ length: 1_000 }, (_, at) => ({ at, value: at === peak ? 40 : 20 }))
    assert.ok(
      lttb(series, 10).some(({ value }) => value === 40),
      `at ${peak}`,
    )
  }
})

test('each slice is represented by the point of the largest triangle', () => {
  // Slices of two: (1, 2), (3, 4). From (0, 0) to the mean (3.5, 1), the second point; from (2, 9) to (5, 0), the
  // first.
  const values = [0, 1, 9, -1, 3, 0]
  const series = values.map((value, at) => ({ at, value }))
  assert.deepEqual(
    lttb(series, 4).map(({ value }) => value),
    [0, 9, -1, 0],
  )
})
