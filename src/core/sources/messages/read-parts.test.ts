import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInProportion } from '../../../../test/harness/growth.ts'
import { partsReader } from './read-parts.ts'
import type { Statement } from './source-message.ts'

const CONTEXT = { receivedAt: 0, settings: {}, timeZone: 'UTC' }

function gathered(count: number, keyOf: (place: number) => string) {
  const reader = partsReader((part): Statement[] => {
    const place = part as number
    return [{ externalId: 'pump', reading: { ts: 5_000, metrics: { [keyOf(place)]: place }, flags: {} } }]
  }, CONTEXT)
  for (let place = 0; place < count; place += 1) reader.add(place)
  return reader.read().gathered
}

test('values of one device and one time are one reading, and more than it can hold go on in further ones', () => {
  const all = gathered(150, (place) => `m${place}`)
  assert.deepEqual(
    all.map(({ reading, parts }) => [Object.keys(reading!.metrics).length, parts.length]),
    [
      [64, 64],
      [64, 64],
      [22, 22],
    ],
  )
  assert.equal(gathered(150, (place) => `m${place % 10}`).length, 1)
})

test('many values of one device and one time are gathered in linear time', () => {
  assertInProportion((count) => gathered(count, (place) => `m${place}`), 6_250)
})
