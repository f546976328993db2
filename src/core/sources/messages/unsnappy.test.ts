import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { unsnappy } from './unsnappy.ts'

const LIMIT = 8 * 1024 * 1024
const bytes = (...parts: (number | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))))

test('literals and copies of each kind are unpacked; a copy may reach into itself', () => {
  // The example of the description: "xab", then 4 bytes from 2 bytes before.
  assert.equal(String(unsnappy(bytes(7, 2 << 2, 'xab', 1, 2), LIMIT)), 'xababab')
  assert.equal(String(unsnappy(bytes(6, 2 << 2, 'abc', (2 << 2) | 2, 3, 0), LIMIT)), 'abcabc')
  assert.equal(String(unsnappy(bytes(6, 2 << 2, 'abc', (2 << 2) | 3, 3, 0, 0, 0), LIMIT)), 'abcabc')
  const long = 'y'.repeat(70)
  assert.equal(String(unsnappy(bytes(70, 60 << 2, 69, long), LIMIT)), long)
  assert.equal(String(unsnappy(bytes(70, 61 << 2, 69, 0, long), LIMIT)), long)
  assert.equal(unsnappy(bytes(0), LIMIT).length, 0)
})

test('a message of Prometheus is unpacked', () => {
  const hex = readFileSync(new URL('../../../../test/payloads/prometheus/1.hex', import.meta.url), 'utf8')
  const unpacked = unsnappy(Buffer.from(hex.trim(), 'hex'), LIMIT)
  assert.ok(unpacked.includes('node_hwmon_temp_celsius'))
})

test('more than the limit is not unpacked, and a length that so few bytes cannot have takes no memory', () => {
  assert.throws(() => unsnappy(bytes(0x80, 0x80, 0x80, 4, 0), 8_388_607), RangeError)
  assert.throws(() => unsnappy(bytes(0xff, 0xff, 0xff, 0xff, 0x0f), LIMIT), RangeError)
  assert.throws(() => unsnappy(bytes(0x80, 0x80, 0x80, 4, 0), 8_388_608), SyntaxError)
})

test('bytes that are not of this format are refused', () => {
  for (const broken of [
    bytes(),
    bytes(0x80),
    bytes(0xff, 0xff, 0xff, 0xff, 0xff, 1),
    bytes(3, 2 << 2, 'ab'),
    bytes(4, 2 << 2, 'abc'),
    bytes(2, 2 << 2, 'abc'),
    bytes(7, 2 << 2, 'abc', 1, 0),
    bytes(7, 2 << 2, 'abc', 1, 4),
    bytes(7, 2 << 2, 'abc', 1),
    bytes(4, 1, 1),
    // A literal of 2 GiB and more.
    bytes(10, 0xfc, 0xfa, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0),
  ])
    assert.throws(() => unsnappy(broken, LIMIT), SyntaxError, broken.toString('hex'))
})

test('any bytes are unpacked or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (any) => {
      try {
        return unsnappy(Buffer.from(any), 1000).length <= 1000
      } catch (error) {
        return error instanceof RangeError || error instanceof SyntaxError
      }
    }),
    { numRuns: 5_000 },
  )
})
