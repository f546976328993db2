import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterAttempt, type Breaker, CLOSED, isGivenUp } from './breaker.ts'

const AT = new Date('2026-03-01T12:00:00.000Z')
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1_000)
const failed = { isDelivered: false, isProbe: false, notBefore: null }
const probeFailed = { ...failed, isProbe: true }
const fail = (times: number): Breaker => {
  let breaker = CLOSED
  for (let n = 0; n < times; n += 1) breaker = afterAttempt(breaker, failed, AT)
  return breaker
}

test('the breaker opens at the fifth failure in a row, and a success resets the count', () => {
  assert.equal(fail(4).opened_at, null)
  assert.deepEqual(fail(5), { failures: 5, failing_since: AT, opened_at: AT, probe_at: later(30), probes: 0 })
  const recovered = afterAttempt(fail(4), { ...failed, isDelivered: true }, AT)
  assert.deepEqual(recovered, CLOSED)
  assert.equal(afterAttempt(recovered, failed, AT).opened_at, null)
})

test('probes come after 30 seconds, then ever later, up to a quarter of an hour', () => {
  let breaker = fail(5)
  const waits: number[] = []
  for (let n = 0; n < 7; n += 1) {
    const at = breaker.probe_at!
    breaker = afterAttempt(breaker, probeFailed, at)
    waits.push((breaker.probe_at!.getTime() - at.getTime()) / 1_000)
  }
  assert.deepEqual(waits, [60, 120, 240, 480, 900, 900, 900])
})

test('a failure that is no probe leaves the next probe where it is', () => {
  const open = fail(5)
  assert.equal(afterAttempt(open, failed, later(10)).probe_at, open.probe_at)
})

test('a receiver that asks for time is not probed before', () => {
  const notBefore = later(3_600)
  assert.equal(afterAttempt(fail(4), { ...failed, notBefore }, AT).probe_at, notBefore)
  assert.equal(
    afterAttempt(fail(5), { ...probeFailed, notBefore: later(1) }, AT).probe_at!.getTime(),
    later(60).getTime(),
  )
})

test('one success of any kind closes it', () => {
  assert.deepEqual(afterAttempt(fail(9), { isDelivered: true, isProbe: true, notBefore: null }, AT), CLOSED)
})

test('a receiver is given up after five days of nothing but failures', () => {
  const open = fail(5)
  assert.equal(isGivenUp(open, later(5 * 86_400 - 1)), false)
  assert.equal(isGivenUp(open, later(5 * 86_400)), true)
  assert.equal(isGivenUp(fail(4), later(50 * 86_400)), false)
})
