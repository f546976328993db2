import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastWeek, nextMonday } from './mondays.ts'

const ZONE = 'Europe/Ljubljana'

test('the next Monday is at seven in the morning of its reader, in winter and in summer', () => {
  const next = (after: string) => nextMonday(new Date(after), ZONE).toISOString()
  assert.equal(next('2026-11-28T12:00:00Z'), '2026-11-30T06:00:00.000Z')
  assert.equal(next('2026-11-30T05:59:59Z'), '2026-11-30T06:00:00.000Z')
  assert.equal(next('2026-11-30T06:00:00Z'), '2026-12-07T06:00:00.000Z')
  assert.equal(next('2026-03-28T12:00:00Z'), '2026-03-30T05:00:00.000Z')
})

test('the last week has an hour less when clocks are put forward', () => {
  const { from, to } = lastWeek(new Date('2026-03-30T05:00:00Z'), ZONE)
  assert.deepEqual([from.toISOString(), to.toISOString()], ['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
})
