import assert from 'node:assert/strict'
import { test } from 'node:test'
import { middleFor } from './frame.ts'

test('the map turns to show what lies within half of the earth, and else stays', () => {
  assert.equal(middleFor([], 0), 0)
  assert.equal(middleFor([14.5, 16, -3], 0), 0)
  assert.equal(middleFor([-172, -157], 0), 0)
  assert.equal(middleFor([177, -178, 180, -180], 0), 179.5, 'between Fiji and Samoa')
  assert.equal(middleFor([139, -118], 0), -169.5, 'from Japan to California')
  assert.equal(middleFor([139, -118, 10], 0), 0, 'around the earth')
  assert.equal(middleFor([10, 20], 179.5), 179.5, 'both are at the left')
  assert.equal(middleFor([-10, 5], 180), -2.5)
})
