import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { protobufBytes } from '../../../../test/harness/protobuf-bytes.ts'
import { NotUnderstood } from '../messages/not-understood.ts'
import {
  fieldOf,
  innerCursor,
  nextField,
  packedVarints,
  protobufCursor,
  protobufDouble,
  protobufFixed64,
  protobufText,
} from './protobuf-reader.ts'

test('fields of each kind are read in the order of the message, and others are passed over', () => {
  const { message, text, varint, double, fixed64, packed } = protobufBytes
  const cursor = protobufCursor(
    Buffer.concat([
      varint(1, 300),
      varint(2, -1),
      varint(3, 1795263620123),
      Buffer.from([(4 << 3) | 5, 1, 2, 3, 4]),
      double(5, 1.5),
      fixed64(6, -2n),
      packed(7, [1, 200, 70_000]),
      message(100, text(1, '°C')),
    ]),
  )
  const next = () => {
    assert.ok(nextField(cursor))
    return cursor
  }
  assert.deepEqual([next().field, cursor.varint], [fieldOf(1, 'varint'), 300])
  assert.equal(next().varint, -1)
  assert.equal(next().varint, 1795263620123)
  assert.equal(next().field, fieldOf(4, 'fixed32'))
  assert.equal(protobufDouble(next()), 1.5)
  assert.equal(protobufFixed64(next()), -2n)
  assert.deepEqual(packedVarints(next()), [1, 200, 70_000])
  const inner = innerCursor(next())
  assert.ok(nextField(inner))
  assert.equal(protobufText(inner), '°C')
  assert.ok(!nextField(inner))
  assert.ok(!nextField(cursor))
})

test('a field that goes on behind the end of its message, or is none, is not understood', () => {
  for (const hex of [
    '08',
    '08ff',
    '0a05aa',
    '09aabb',
    '0dff',
    '0b',
    '0f00',
    '00',
    '08ffffffffffffffffffffff',
    '0affffffffffffffffff01',
  ])
    assert.throws(
      () => {
        const cursor = protobufCursor(Buffer.from(hex, 'hex'))
        while (nextField(cursor));
      },
      (error) => error instanceof NotUnderstood && error.reason.code === 'wrong_form',
      hex,
    )
})

test('any bytes are fields or not understood', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const cursor = protobufCursor(Buffer.from(bytes))
      try {
        while (nextField(cursor)) if (cursor.field % 8 === 2) packedVarints(cursor)
      } catch (error) {
        return error instanceof NotUnderstood
      }
      return cursor.at === bytes.length
    }),
    { numRuns: 5_000 },
  )
})
