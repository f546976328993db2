import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf } from './form-fields.ts'

const at = (text: string, ofTwo?: 'first' | 'last') => instantOf('at', text, 'Europe/Ljubljana', ofTwo)

test('a time that clocks skip is the moment of the change', () => {
  for (const time of ['02:00', '02:30', '02:59', '03:00']) {
    assert.equal(at(`2027-03-28T${time}`), '2027-03-28T01:00:00.000Z')
  }
})

test('a time that occurs twice is the first of the two, and the last where something ends', () => {
  assert.equal(at('2027-10-31T02:30'), '2027-10-31T00:30:00.000Z')
  assert.equal(at('2027-10-31T02:30', 'last'), '2027-10-31T01:30:00.000Z')
})
