import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasUnseen, VISIBLE } from './visible-text.ts'

const isVisible = (text: string): boolean => new RegExp(VISIBLE, 'u').test(text)

test('names in all scripts are visible text', () => {
  for (const text of [
    'Boiler room',
    'می‌خواهم',
    'क्‍ष',
    'ශ්‍රී',
    'מכונה 3',
    '👩‍🚀 1',
    '🏳️‍🌈',
    'Zürich',
    'a\nb',
    ' x ',
    '💥',
  ]) {
    assert.ok(isVisible(text), text)
  }
})

test('invisible characters and those that change the direction of text are not visible text', () => {
  for (const text of [
    '',
    '  ',
    '\u3164',
    '\u2800',
    'a\u200bb',
    'a\u202eb',
    'a\u2066b',
    'a\u200fb',
    'a\u00adb',
    'a\u0007b',
  ]) {
    assert.ok(!isVisible(text), JSON.stringify(text))
  }
  // A joiner between Latin letters, at an end, or twice.
  for (const text of ['Boi\u200dler', 'x\u200c', '\u200dم', 'م\u200c', 'م\u200c\u200cخ', 'a\u{e0041}', '\ud800']) {
    assert.ok(!isVisible(text), JSON.stringify(text))
  }
})

test('an email address has no joiners', () => {
  assert.deepEqual([hasUnseen('ana@example.org'), hasUnseen('an\u200da@example.org')], [false, true])
})
