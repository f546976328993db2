import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toReading } from '../reading.ts'
import { closedHours, hourOf } from './closed-hours.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
const minutes = (count: number) => NOON + count * 60_000
const readingsAt = (...times: number[]) =>
  times.map((ts) => toReading({ module: 'factory', ts, metrics: { gas_ppm: 1 } }, minutes(600)))

test('the hour that a device is in is not summed up yet', () => {
  assert.deepEqual(closedHours(readingsAt(minutes(1)), null), [])
  assert.deepEqual(closedHours(readingsAt(minutes(1), minutes(59)), NOON), [])
})

test('the first reading of an hour closes the one before', () => {
  assert.deepEqual(closedHours(readingsAt(minutes(60)), minutes(59)), [NOON])
})

test('every hour that a batch passes through is closed but the last', () => {
  assert.deepEqual(closedHours(readingsAt(minutes(10), minutes(70), minutes(130)), null), [NOON, minutes(60)])
})

test('a late reading has its hour summed up again', () => {
  assert.deepEqual(closedHours(readingsAt(minutes(5)), minutes(125)), [NOON])
})

test('readings that were there before close nothing', () => {
  assert.deepEqual(closedHours([], minutes(5)), [])
})

test('hours begin at the full hour, also before 1970', () => {
  assert.equal(hourOf(minutes(59)), NOON)
  assert.equal(hourOf(-1), -3_600_000)
})
