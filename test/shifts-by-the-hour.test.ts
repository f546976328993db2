import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDutyLayer, anyOverrides } from './harness/any-layer.ts'
import { differencesAround } from './harness/duty-differences.ts'
import { changesOf } from './harness/every-minute.ts'

const ZONES = [
  ...['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Santiago'],
  ...['Pacific/Chatham', 'Antarctica/Troll'],
]

for (const zone of ZONES) {
  test(`around the clock changes of 2027 in ${zone}, shifts by the hour and their gaps are those found minute by minute`, () => {
    const changes = changesOf(zone, [2027, 2027])
    assert.equal(changes.length, 2)
    for (const change of changes) {
      fc.assert(
        fc.property(
          fc.array(anyDutyLayer(2026, 400), { minLength: 1, maxLength: 3 }),
          anyOverrides(change),
          (layers, overrides) => assert.deepEqual(differencesAround(change, zone, layers, overrides), []),
        ),
        { numRuns: 8 },
      )
    }
  })
}
