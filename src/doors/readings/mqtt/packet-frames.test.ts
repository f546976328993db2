import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { packetFrames } from './packet-frames.ts'

const publish = (bytes: number) =>
  generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(bytes, 255), qos: 0, dup: false, retain: false })
const LIMIT = 1_000
/** Without its header and its topic, three bytes each. */
const LARGEST = LIMIT - 6

test('packets up to the limit are complete and in order, whatever the chunks; a larger one is an error', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: LARGEST }), { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
      (sizes, cuts) => {
        const packets = sizes.map(publish)
        const stream = Buffer.concat(packets)
        const frames = packetFrames()
        const found: Buffer[] = []
        for (let place = 0, turn = 0; place < stream.length; turn += 1) {
          const end = place + cuts[turn % cuts.length]!
          frames.push(stream.subarray(place, end))
          for (let bytes = frames.next(() => LIMIT); bytes !== null; bytes = frames.next(() => LIMIT)) found.push(bytes)
          place = end
        }
        assert.deepEqual(found, packets)
        assert.equal(frames.isMidway(), false)
        frames.push(publish(LARGEST + 1).subarray(0, 3))
        assert.throws(() => frames.next(() => LIMIT), { reasonCode: 0x95 })
      },
    ),
  )
})

test('an endless length is rejected', () => {
  const frames = packetFrames()
  frames.push(Buffer.from([0x30, 255, 255, 255]))
  assert.equal(
    frames.next(() => 2 ** 40),
    null,
  )
  frames.push(Buffer.from([255]))
  assert.throws(() => frames.next(() => 2 ** 40), { reasonCode: 0x81 })
})

test('the size limit is smaller before a client is authenticated', () => {
  const frames = packetFrames()
  frames.push(Buffer.concat([publish(7), publish(900)]))
  assert.ok(frames.next(() => 12) !== null)
  assert.throws(() => frames.next(() => 12), { statusCode: 413 })
  assert.ok(frames.next(() => LIMIT) !== null)
})
