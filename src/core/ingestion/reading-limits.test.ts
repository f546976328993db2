import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RequestError } from '../../platform/errors.ts'
import type { Device } from '../devices/device.ts'
import { toReading } from '../telemetry/reading.ts'
import type { ReceivedReading } from './ingest-readings.ts'
import { type LimitedReadings, readingLimiter } from './reading-limits.ts'

const START = Date.UTC(2026, 10, 26)
const deviceOf = (id: number, more: Partial<Device> = {}): Device => ({
  id,
  site_id: 1,
  cell: 0,
  name: `Device ${id}`,
  module: 'worker',
  enabled: true,
  tags: [],
  expected_interval_s: null,
  offline_after_s: null,
  attributes: {},
  ...more,
})

function limiter(limits: { device?: number; site?: number }) {
  const time = { now: START }
  const refused: LimitedReadings[] = []
  const take = readingLimiter({
    limits: { device: 0, site: 0, ...limits },
    isAlarm: ({ reading }) => reading.flags.panic_pressed === true,
    onRefused: (one) => void refused.push(one),
    now: () => new Date(time.now),
  })
  const readings = (device: Device, count: number): ReceivedReading[] =>
    Array.from({ length: count }, () => ({ device, reading: toReading({ module: 'worker' }, time.now) }))
  /** Null when they are taken, else how long to wait. */
  const waitOf = (error: RequestError | null) => (error === null ? null : Number(error.headers['retry-after']))
  return { time, refused, send: (device: Device, count = 1) => waitOf(take(device, readings(device, count))) }
}

test('however readings come, no more are taken than the limit and what its time gives back; who waits is taken', () => {
  const requests = fc.array(fc.record({ count: fc.integer({ min: 1, max: 60 }), afterMs: fc.nat(90_000) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), requests, (limit, all) => {
      const { time, send } = limiter({ device: limit })
      const device = deviceOf(1)
      let taken = 0
      for (const { count, afterMs } of all) {
        time.now += afterMs
        const before = taken
        const waitS = send(device, count)
        if (waitS === null) taken += count
        else {
          time.now += waitS * 1_000
          assert.equal(send(device, count), null, 'after as long as it was told to wait')
          taken += count
        }
        const allowed = limit + ((time.now - START) * limit) / 60_000
        // A batch of more than a minute goes beyond by itself alone.
        const within = count > limit ? limit / 2 : count
        assert.ok(before + within <= allowed + 0.001, `${before} and ${count} of ${allowed}`)
      }
    }),
  )
})

test('what a limit was is forgotten at once when it changes', () => {
  const { send } = limiter({ device: 1 })
  assert.equal(send(deviceOf(1), 500), null)
  assert.equal(send(deviceOf(1)), 500 * 60)
  assert.equal(send(deviceOf(1, { device_readings_per_minute: 60 })), 1)
  assert.equal(send(deviceOf(1, { device_readings_per_minute: 1_000 })), null)
  assert.equal(send(deviceOf(1, { device_readings_per_minute: 0 }), 1_000), null)
})

test('a debt of longer than a minute is not forgotten while the device is silent', () => {
  const { time, send } = limiter({ device: 10 })
  assert.equal(send(deviceOf(1), 100), null)
  for (let minute = 0; minute < 5; minute += 1) {
    time.now += 60_000
    assert.equal(send(deviceOf(2)), null)
  }
  assert.equal(send(deviceOf(1)), (100 - 50 - 9) * 6)
})

test('neither limit is used up by what the other one refuses', () => {
  const { send } = limiter({ device: 5, site: 8 })
  assert.equal(send(deviceOf(1), 5), null)
  assert.equal(send(deviceOf(1)), 12)
  assert.equal(send(deviceOf(2), 3), null, 'the refused one did not count for the site')
  assert.ok(send(deviceOf(2), 2)! >= 15)
  assert.equal(send(deviceOf(2, { site_id: 2 }), 2), null, 'nor did what the site refused for the device')
})
