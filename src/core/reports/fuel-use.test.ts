import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuelUseOf } from './fuel-use.ts'

test('fuel that is used lowers the level, and a refill raises it', () => {
  assert.deepEqual(fuelUseOf([60, 50, 40, 30, 85, 90, 80, 70]), {
    used: 50,
    filled: 60,
    refills: 1,
    lowest: 30,
    last: 70,
  })
})

test('fuel that moves in its tank is no refill', () => {
  assert.deepEqual(fuelUseOf([50, 54, 49, 53, 48, 52, 47]), { used: 3, filled: 0, refills: 0, lowest: 47, last: 47 })
})

test('two refills are two, also with a level that moves between', () => {
  const use = fuelUseOf([20, 90, 88, 89, 40, 38, 41, 95])
  assert.deepEqual([use?.refills, use?.filled, use?.used], [2, 70 + 57, 20 + 127 - 95])
})

test('nothing is known without a level, and nothing was used with one', () => {
  assert.equal(fuelUseOf([]), null)
  assert.deepEqual(fuelUseOf([44]), { used: 0, filled: 0, refills: 0, lowest: 44, last: 44 })
})
