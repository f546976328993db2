import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uptimeOf } from './uptime.ts'

const NOW = new Date('2026-03-31T12:00:00Z')
const shares = (time: Parameters<typeof uptimeOf>[0], last: number) =>
  uptimeOf(time, NOW)
    .days.slice(-last)
    .map(({ share }) => share)

test('a device that was never heard has no uptime', () => {
  const { days, share } = uptimeOf({ since: null, offlineSince: null, days: {} }, NOW)
  assert.equal(days.length, 90)
  assert.ok(days.every((day) => day.share === null))
  assert.equal(share, null)
})

test('days before the recording began do not count, and today counts up to now', () => {
  const since = new Date('2026-03-30T18:00:00Z')
  const days = { '2026-03-29': 600, '2026-03-30': 3 * 3_600 }
  assert.deepEqual(shares({ since, offlineSince: null, days }, 3), [null, 0.5, 1])
  // 3 of 18 hours.
  assert.equal(uptimeOf({ since, offlineSince: null, days }, NOW).share, 1 - 3 / 18)
})

test('a device that is offline is so on each day since', () => {
  const since = new Date('2025-01-01T00:00:00Z')
  const offlineSince = new Date('2026-03-30T12:00:00Z')
  assert.deepEqual(shares({ since, offlineSince, days: { '2026-03-30': 6 * 3_600 } }, 3), [1, 0.25, 0])
})

test('offline time never exceeds what was recorded', () => {
  const since = new Date('2026-03-31T11:00:00Z')
  assert.deepEqual(shares({ since, offlineSince: null, days: { '2026-03-31': 7_200 } }, 1), [0])
})

test('the first of the ninety days is 89 days ago, in UTC', () => {
  const { days } = uptimeOf({ since: null, offlineSince: null, days: {} }, NOW)
  assert.equal(days[0]!.day.toISOString(), '2026-01-01T00:00:00.000Z')
  assert.equal(days[89]!.day.toISOString(), '2026-03-31T00:00:00.000Z')
})
