import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alikeAround, changesOf, minutesAround } from '../harness/every-minute.ts'
import { differencesAt } from '../harness/local-times.ts'

const YEARS = [2026, 2030] as const

test('windows, hours and hand-overs are right to the minute at each change of clocks from 2026 to 2030 in every zone', () => {
  const changes = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    changesOf(zone, YEARS).map((change) => ({ zone, change })),
  )
  assert.ok(changes.length > 1_000, `${changes.length} changes`)
  const differences: string[] = []
  // To look at every minute takes longer than to ask the service. Most zones change their clocks together with others.
  for (const alike of Map.groupBy(changes, ({ zone, change }) => alikeAround(change, zone)).values()) {
    const minutes = minutesAround(alike[0]!.change, alike[0]!.zone)
    for (const { zone, change } of alike) differences.push(...differencesAt(change, zone, minutes).slice(0, 3))
  }
  assert.deepEqual(differences.slice(0, 20), [])
})
