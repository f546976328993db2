import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NotificationOutcome, outcomeText } from '../../../core/contact-methods/outcome-texts.ts'
import { WORDS } from '../../../words/words.ts'
import { outcomeTextIn } from './outcome-text.ts'

const OURS: NotificationOutcome[] = [
  { code: 'bundled' },
  { code: 'not_in_use' },
  { code: 'other_key' },
  { code: 'our_error' },
  { code: 'restored' },
  { code: 'accepted', by: { host: 'ntfy.sh' }, status: 200 },
  { code: 'accepted', by: 'telegram', status: 200 },
  { code: 'not_accepted', by: 'receiver', status: 503, said: '' },
  { code: 'rejected', by: 'mail', status: '550', said: '' },
  { code: 'rejected', by: 'ntfy', status: 403, said: 'forbidden' },
]

test('outcomes are in the language of the reader, except what a service said itself', () => {
  for (const outcome of OURS) {
    assert.equal(outcomeTextIn(WORDS.en, outcome), outcomeText(outcome))
    assert.notEqual(outcomeTextIn(WORDS.de, outcome), outcomeText(outcome))
  }
  const said = 'Forbidden: bot was blocked by the user'
  for (const outcome of [said, { code: 'other', text: said } as const]) {
    assert.equal(outcomeTextIn(WORDS.de, outcome), said)
    assert.equal(outcomeText(outcome), said)
  }
})
