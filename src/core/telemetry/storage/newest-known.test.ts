import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestKnown } from '../latest/latest-store.ts'

const NOW = Date.UTC(2026, 2, 1)
const known = (evaluatedInS: number | null, seenInS: number | null) => {
  const at = (inS: number | null) => (inS === null ? null : NOW + inS * 1_000)
  const measured = { at: at(evaluatedInS), ts: at(evaluatedInS) }
  const newest = newestKnown({ ...measured, evaluated_at: at(evaluatedInS), last_seen: at(seenInS) }, NOW)
  return newest === null ? null : (newest.evaluated_at - NOW) / 1_000
}

test('the newest reading is forgotten when it lies ahead and the device was last seen in the future', () => {
  assert.equal(known(null, null), null)
  assert.equal(known(-5, 7_200), -5, 'the clock of the device was right')
  assert.equal(known(0, 31), 0)
  assert.equal(known(1, 31), null)
  assert.equal(known(1, 30), 1, 'clocks of two nodes may differ by that much')
})

test('it is forgotten also when the clock went back between its receipt and its commit', () => {
  assert.equal(known(7_200, 0), null)
  assert.equal(known(31, 0), null)
  assert.equal(known(30, 0), 30, 'clocks of two nodes may differ by that much')
})
