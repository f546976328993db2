import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTCOMES } from '../../../core/contact-methods/outbox/notification.ts'
import { WORDS } from '../../words/words.ts'
import { outcomeText } from './outcome-text.ts'

test('outcomes are in the language of the reader, except what a service said itself', () => {
  for (const outcome of [
    ...Object.values(OUTCOMES),
    'accepted by ntfy.sh (200)',
    'rejected by the mail server (550)',
  ]) {
    assert.equal(outcomeText(WORDS.en, outcome), outcome)
    assert.notEqual(outcomeText(WORDS.de, outcome), outcome)
  }
  assert.equal(
    outcomeText(WORDS.de, 'Forbidden: bot was blocked by the user'),
    'Forbidden: bot was blocked by the user',
  )
})
