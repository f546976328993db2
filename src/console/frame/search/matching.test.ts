import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestFirst, isFound, wordsOf } from './matching.ts'

test('something is found by any of its words, their beginning or their middle, in any order', () => {
  for (const text of ['oxygen', 'gen', 'low oxy', 'OXYGEN  Low', 'spo2'])
    assert.ok(isFound(wordsOf(text), 'Oxygen saturation low SpO₂'), text)
  assert.ok(isFound(wordsOf('Sattigung'), 'Sauerstoffsättigung'))
  assert.ok(!isFound(wordsOf('oxygen high'), 'Oxygen saturation low'))
  assert.ok(isFound([], 'anything'))
})

test('a name that begins with the text comes before one that only contains it', () => {
  const names = ['Reboiler', 'Room of the boiler', 'Boiler'].map((name) => ({ name }))
  assert.deepEqual(
    bestFirst(wordsOf('boil'), names).map(({ name }) => name),
    ['Boiler', 'Room of the boiler', 'Reboiler'],
  )
})
