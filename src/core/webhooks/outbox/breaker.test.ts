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
  assert.equal(fail(4).breaker_opened_at, null)
  assert.deepEqual(fail(5), { failures: 5, failing_since: AT, breaker_opened_at: AT, probe_at: later(30), probes: 0 })
  const recovered = afterAttempt(fail(4), { ...failed, isDelivered: true }, AT)
  assert.deepEqual(recovered, CLOSED)
  assert.equal(afterAttempt(recovered, failed, AT).breaker_opened_at, null)
})

test('probes are sent after 30 seconds, then at growing intervals of up to 15 minutes', () => {
  let breaker = fail(5)
  const waits: number[] = []
  for (let n = 0; n < 7; n += 1) {
    const at = breaker.probe_at!
    breaker = afterAttempt(breaker, probeFailed, at)
    waits.push((breaker.probe_at!.getTime() - at.getTime()) / 1_000)
  }
  assert.deepEqual(waits, [60, 120, 240, 480, 900, 900, 900])
})

test('a failure that is not a probe does not move the next probe', () => {
  const open = fail(5)
  assert.equal(afterAttempt(open, failed, later(10)).probe_at, open.probe_at)
})

test('a receiver that sends Retry-After is not probed earlier', () => {
  const notBefore = later(3_600)
  assert.equal(afterAttempt(fail(4), { ...failed, notBefore }, AT).probe_at, notBefore)
  assert.equal(
    afterAttempt(fail(5), { ...probeFailed, notBefore: later(1) }, AT).probe_at!.getTime(),
    later(60).getTime(),
  )
})

test('any success closes the breaker', () => {
  assert.deepEqual(afterAttempt(fail(9), { isDelivered: true, isProbe: true, notBefore: null }, AT), CLOSED)
})

test('a webhook is disabled after five days of failures', () => {
  const open = fail(5)
  assert.equal(isGivenUp(open, later(5 * 86_400 - 1)), false)
  assert.equal(isGivenUp(open, later(5 * 86_400)), true)
  assert.equal(isGivenUp(fail(4), later(50 * 86_400)), false)
})
