import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf } from '../harness/every-minute.ts'
import { differencesAt } from '../harness/local-times.ts'

const YEARS = [2026, 2030] as const

test('windows, hours and hand-overs are right to the minute at each change of clocks from 2026 to 2030 in every zone', () => {
  const differences: string[] = []
  let changes = 0
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const change of changesOf(zone, YEARS)) {
      changes += 1
      differences.push(...differencesAt(change, zone).slice(0, 3))
    }
  }
  assert.ok(changes > 1_000, `${changes} changes`)
  assert.deepEqual(differences.slice(0, 20), [])
})
