import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { packetGuard } from './packet-guard.ts'

const publish = (bytes: number) =>
  generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(bytes, 255), qos: 0, dup: false, retain: false })
/** A topic of one letter takes three bytes. */
const LIMIT = 1_000

test('packets up to the limit pass, however they are cut; the first byte too many is noticed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: LIMIT - 3 }), { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
      (sizes, cuts) => {
        const stream = Buffer.concat(sizes.map(publish))
        const guard = packetGuard(() => LIMIT)
        for (let place = 0, turn = 0; place < stream.length; turn += 1) {
          const end = place + cuts[turn % cuts.length]!
          assert.ok(guard(stream.subarray(place, end)))
          place = end
        }
        assert.equal(guard(publish(LIMIT - 2).subarray(0, 3)), false)
      },
    ),
  )
})

test('a length that does not end is refused', () => {
  assert.equal(packetGuard(() => 2 ** 40)(Buffer.from([0x30, 255, 255, 255, 255])), true)
  assert.equal(packetGuard(() => 2 ** 40)(Buffer.from([0x30, 255, 255, 255, 255, 255])), false)
})

test('the limit is that of the moment: small before a client has said who it is', () => {
  let limit = 10
  const guard = packetGuard(() => limit)
  assert.equal(guard(publish(7)), true)
  limit = 1_000
  assert.equal(guard(publish(900)), true)
})
