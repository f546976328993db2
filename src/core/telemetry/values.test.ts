import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseClockTime, parseNumber, parseTime, rounded, timeOf, timestamp } from './values.ts'

const noon = Date.UTC(2013, 6, 4, 12)

test('a time is read with its zone, and as UTC when it names none', () => {
  assert.equal(parseClockTime('2013-07-04T12:00:00Z'), noon)
  assert.equal(parseClockTime('2013-07-04T14:00:00+02:00'), noon)
  assert.equal(parseClockTime('2013-07-04 07:00 -0500'), noon)
  assert.equal(parseClockTime('2013-07-04 12:00:00'), noon)
  assert.equal(parseClockTime(' 2013-07-04t12:00:00.250z '), noon + 250)
})

test('whole numbers are seconds below 1e11 and milliseconds from there on', () => {
  assert.equal(parseTime('1372939200'), noon)
  assert.equal(parseTime('1372939200250'), noon + 250)
  assert.equal(parseTime('99999999999'), 99_999_999_999_000)
  assert.equal(parseTime('100000000000'), 100_000_000_000)
})

test('impossible times are refused', () => {
  for (const text of [
    '',
    'noon',
    '04/07/2013 12:00',
    '2013-02-30 12:00:00',
    '2013-07-04 25:00:00',
    '2013-07-04',
    '1.5',
  ]) {
    assert.equal(parseTime(text), null, text)
  }
})

test('only decimal notation is a number', () => {
  assert.equal(parseNumber(' 70.25 '), 70.25)
  assert.equal(parseNumber('-.5e1'), -5)
  for (const text of ['', ' ', '-', 'NaN', 'Infinity', '0x10', '1,5', '1e999', '12 °F'])
    assert.equal(parseNumber(text), null, text)
})

test('a timestamp is written in seconds if it is whole, otherwise in milliseconds', () => {
  assert.equal(timestamp(noon), noon / 1_000)
  assert.equal(timestamp(noon + 1), noon + 1)
  assert.equal(timeOf({ ts: timestamp(noon) }), noon)
  assert.equal(timeOf({ ts: timestamp(noon + 1) }), noon + 1)
  assert.equal(timeOf({ module: 'worker' }), null)
})

test('rounding never gives minus zero', () => {
  assert.equal(rounded(21.04491, 4), 21.0449)
  assert.ok(Object.is(rounded(-0.00001, 4), 0))
})
