import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summarise } from './summarise.ts'

const HOUR_S = 3_600

/** One alert on each of `devices` devices, open for `hours` in total. */
const preview = (devices: number, hours: number) => ({
  alert_count: devices,
  byDevice: new Map(Array.from({ length: devices }, (_, place) => [place + 1, 1])),
  byHour: new Map<number, number>(),
  firing_s: hours * HOUR_S,
})

test('a rule whose alerts would be open most of the time is marked as lasting, even with few alerts', () => {
  assert.deepEqual(
    [preview(5, 119), preview(5, 61), preview(5, 59), preview(0, 0)].map((each) => summarise(each, 1).isLasting),
    [true, true, false, false],
  )
  assert.equal(summarise(preview(5, 119), 7).isLasting, false)
})
