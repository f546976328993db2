import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toReading } from '../reading.ts'
import { closedHours, hourOf } from './closed-hours.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
const minutes = (count: number) => NOON + count * 60_000
const readingsAt = (...times: number[]) =>
  times.map((ts) => toReading({ module: 'factory', ts, metrics: { gas_ppm: 1 } }, minutes(600)))

test('the current hour of a device is not closed', () => {
  assert.deepEqual(closedHours(readingsAt(minutes(1)), null), [])
  assert.deepEqual(closedHours(readingsAt(minutes(1), minutes(59)), NOON), [])
})

test('the first reading of an hour closes the previous hour', () => {
  assert.deepEqual(closedHours(readingsAt(minutes(60)), minutes(59)), [NOON])
})

test('a batch closes all of its hours but the last', () => {
  assert.deepEqual(closedHours(readingsAt(minutes(10), minutes(70), minutes(130)), null), [NOON, minutes(60)])
})

test('a late reading closes its hour again', () => {
  assert.deepEqual(closedHours(readingsAt(minutes(5)), minutes(125)), [NOON])
})

test('repeated readings close no hour', () => {
  assert.deepEqual(closedHours([], minutes(5)), [])
})

test('hours begin at the full hour, also before 1970', () => {
  assert.equal(hourOf(minutes(59)), NOON)
  assert.equal(hourOf(-1), -3_600_000)
})
