import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesPercent, isFlapping, NO_HISTORY, withState } from './flapping.ts'

const after = (states: string) => [...states].reduce((history, state) => withState(history, state === '1'), NO_HISTORY)

test('a new alert is not flapping; six changes are flapping', () => {
  assert.equal(isFlapping(after('1'), false), false)
  assert.equal(isFlapping(after('1111111111'), false), false)
  assert.equal(isFlapping(after('10101'), false), false)
  assert.equal(isFlapping(after('101010'), false), true)
})

test('between the two limits, flapping does not change', () => {
  const between = after('10101')
  assert.ok(changesPercent(between) > 25 && changesPercent(between) <= 30)
  assert.deepEqual([isFlapping(between, false), isFlapping(between, true)], [false, true])
})

test('newer changes weigh more, and old ones do not count', () => {
  assert.ok(changesPercent(after('1')) > changesPercent(after('1'.repeat(18))))
  assert.equal(changesPercent(after(`10101010${'0'.repeat(20)}`)), 0)
})

test('a value that crosses its limit with every reading flaps from the sixth crossing, and calms down 14 readings later', () => {
  let history = NO_HISTORY
  for (let crossing = 1; crossing <= 6; crossing += 1) {
    history = withState(history, crossing % 2 === 1)
    assert.equal(isFlapping(history, false), crossing === 6, `crossing ${crossing}`)
  }
  for (let reading = 1; reading <= 14; reading += 1) {
    history = withState(history, false)
    assert.equal(isFlapping(history, true), reading < 14, `reading ${reading}`)
  }
})
