import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOf } from '../../error-messages/reasons.ts'
import { unknownKey } from './unknown-keys.ts'

const KNOWN = ['resolution', 'note', 'status', 'min_severity']

test('an unknown key is reported with the one that was probably meant', () => {
  for (const [name, meant] of [
    ['resoluton', 'resolution'],
    ['Resolution', 'resolution'],
    ['stauts', 'status'],
    ['notes', 'note'],
    ['severity', 'min_severity'],
  ]) {
    assert.equal(sentenceOf(unknownKey(name!, KNOWN)), `Unknown key '${name}'; did you mean '${meant}'?`)
  }
})

test('without a similar key, all keys are listed', () => {
  assert.equal(sentenceOf(unknownKey('colour', ['name', 'tags'])), "Unknown key 'colour'; there are name, tags")
  assert.equal(sentenceOf(unknownKey('a', [])), "Unknown key 'a'; there are none here")
  assert.equal(sentenceOf(unknownKey('x'.repeat(100_000), ['name'])), `Unknown key '${'x'.repeat(64)}'; there are name`)
})
