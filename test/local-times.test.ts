import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf } from './harness/every-minute.ts'
import { differencesAt } from './harness/local-times.ts'

/** Changes by an hour and by half an hour, at midnight and at other times, in both hemispheres. */
const ZONES = [
  ...['Europe/Ljubljana', 'Europe/London', 'America/New_York', 'America/Santiago', 'America/Havana', 'Africa/Cairo'],
  ...['Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Chatham', 'America/Nuuk'],
]

for (const zone of ZONES) {
  test(`windows, hours and hand-overs are right to the minute where the clocks of ${zone} change`, () => {
    const changes = changesOf(zone, [2027, 2027])
    assert.equal(changes.length, 2)
    for (const change of changes) assert.deepEqual(differencesAt(change, zone).slice(0, 5), [])
  })
}

test('what would be on a day that a zone leaves out is at the moment at which its clocks change', () => {
  const change = changesOf('Pacific/Apia', [2011, 2011]).at(-1)!
  assert.equal(new Date(change).toISOString(), '2011-12-30T10:00:00.000Z')
  assert.deepEqual(differencesAt(change, 'Pacific/Apia').slice(0, 5), [])
})
