import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionToken, messageId, parseMessageId } from './message-id.ts'

const FIRST = { id: 17, created_at: new Date('2026-11-22T13:30:00.123Z') }
const AGAIN = { ...FIRST, created_at: new Date('2026-11-22T13:31:00.123Z') }

test('the ID of a notification is read back, and nothing else is read', () => {
  assert.deepEqual(parseMessageId(messageId(FIRST)), FIRST)
  for (const text of ['', '17', '17-', '-1', '17-1-1', 'NaN-1', '17-1e3', ' 17-1', `${'9'.repeat(16)}-1`]) {
    assert.equal(parseMessageId(text), null)
  }
})

test('a number that is given again makes another ID and another token', () => {
  const key = Buffer.alloc(32, 7)
  assert.notEqual(messageId(FIRST), messageId(AGAIN))
  assert.notEqual(actionToken(key, FIRST), actionToken(key, AGAIN))
  assert.equal(actionToken(key, FIRST), actionToken(key, { ...FIRST }))
  assert.match(actionToken(key, FIRST), /^[0-9a-f]{64}$/)
})
