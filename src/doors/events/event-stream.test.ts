import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { INSTALLATION } from '../../core/reach/reach.ts'
import { eventStream } from './event-stream.ts'

test('a stream that has ended, as with its session, takes no more events', async () => {
  const stream = eventStream({
    userId: 1,
    reach: () => INSTALLATION,
    topics: new Set(),
    deviceIds: null,
    check: async () => undefined,
    bufferBytes: 1_000,
    cut: () => undefined,
  })
  stream.send('one\n')
  stream.end()
  stream.send('two\n')
  assert.equal(await text(stream.body), 'one\n')
})
