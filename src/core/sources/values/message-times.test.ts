import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageTime } from './message-times.ts'

test('nanoseconds as a text are cut to their milliseconds, not rounded', () => {
  for (let ms = 1795263621000; ms < 1795263621300; ms += 1) assert.equal(messageTime(`${ms}000000`, 'UTC'), ms)
  assert.equal(messageTime('1795263621480999999', 'UTC'), 1795263621480)
})
