import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripWindow } from './schedule-strip.ts'

test('weeks begin at midnight, also on a day that has none', () => {
  // In Santiago clocks went from 24:00 on 5 September to 01:00 on the 6th.
  const { to } = stripWindow(new Date('2026-09-06T15:00:00Z'), 'America/Santiago')
  assert.equal(to.toISOString(), '2026-10-04T03:00:00.000Z')
})
