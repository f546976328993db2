import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bucketWidthMs } from './read-series.ts'

const TEN_YEARS_MS = 10 * 366 * 86_400_000

test('a range has at most as many buckets as requested points, wherever it begins', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 2e12 }),
      fc.integer({ min: 1, max: TEN_YEARS_MS }),
      fc.integer({ min: 10, max: 2_000 }),
      (from, length, points) => {
        const width = bucketWidthMs(new Date(from), new Date(from + length), points)
        const buckets = Math.floor((from + length - 1) / width) - Math.floor(from / width) + 1
        assert.ok(buckets <= points, `${buckets} buckets of ${width} ms`)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('buckets are whole hours wide, or whole minutes, or whole seconds below two minutes, or whole milliseconds', () => {
  const width = (lengthMs: number) => bucketWidthMs(new Date(0), new Date(lengthMs), 501)
  assert.equal(width(86_400_000), 180_000)
  assert.equal(width(43_200_000), 87_000)
  assert.equal(width(500 * 3_600_000), 3_600_000)
  assert.equal(width(500 * 3_600_000 + 1), 2 * 3_600_000)
  assert.equal(width(500_000), 1_000)
  assert.equal(width(500_001), 2_000)
  assert.equal(width(499_999), 1_000)
  assert.equal(width(400_001), 801)
  assert.equal(width(1), 1)
})
