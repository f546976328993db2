import { NotUnderstood } from '../messages/not-understood.ts'

/** How the value of a field is written (protobuf.dev/programming-guides/encoding). */
const WIRES = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

/** Fields of a message with all that are inside others; one of a megabyte has some ten thousand. */
const MOST_FIELDS = 500_000

/** A message, and the field of it that was read last. */
export interface ProtobufCursor {
  readonly bytes: Buffer
  readonly end: number
  /** How many fields there still may be, in all of the message. */
  readonly room: { fields: number }
  at: number
  /** Number and wire type of the field, as `fieldOf` makes it. */
  field: number
  /** The value of a varint as an int64; beyond 2^53 it loses digits. */
  varint: number
  /** Where the bytes of another value are. */
  from: number
  to: number
}

/** The `field` of a cursor for a field of this number that is written in this way. */
export const fieldOf = (number: number, wire: keyof typeof WIRES): number => number * 8 + WIRES[wire]

/** Begins to read a message, which may be a field inside another one. */
export const protobufCursor = (
  bytes: Buffer,
  at = 0,
  end = bytes.length,
  room = { fields: MOST_FIELDS },
): ProtobufCursor => ({
  bytes,
  end,
  room,
  at,
  field: 0,
  varint: 0,
  from: at,
  to: at,
})

/** Begins to read the message in the field that was read last. */
export const innerCursor = ({ bytes, from, to, room }: ProtobufCursor): ProtobufCursor =>
  protobufCursor(bytes, from, to, room)

/** Reads the next field. False at the end. Throws `NotUnderstood` for what is no field, or goes on behind the end. */
export function nextField(cursor: ProtobufCursor): boolean {
  if (cursor.at >= cursor.end) return false
  const start = cursor.at
  takeRoom(cursor)
  readVarint(cursor)
  const field = cursor.varint
  if (field < 8 || field >= 2 ** 32) throw broken(start)
  cursor.field = field
  const wire = field % 8
  if (wire === WIRES.varint) {
    readVarint(cursor)
    return true
  }
  if (wire === WIRES.bytes) readVarint(cursor)
  const length = wire === WIRES.bytes ? cursor.varint : wire === WIRES.fixed64 ? 8 : wire === WIRES.fixed32 ? 4 : -1
  if (length < 0 || length > cursor.end - cursor.at) throw broken(start)
  cursor.from = cursor.at
  cursor.to = cursor.at + length
  cursor.at = cursor.to
  return true
}

/** The varints of a field that holds several of them one after the other. */
export function packedVarints(cursor: ProtobufCursor): number[] {
  const inner = innerCursor(cursor)
  const values: number[] = []
  while (inner.at < inner.end) {
    takeRoom(inner)
    readVarint(inner)
    values.push(inner.varint)
  }
  return values
}

export const protobufText = ({ bytes, from, to }: ProtobufCursor): string => bytes.toString('utf8', from, to)

export const protobufDouble = ({ bytes, from }: ProtobufCursor): number => bytes.readDoubleLE(from)

/** A fixed64 or sfixed64. */
export const protobufFixed64 = ({ bytes, from }: ProtobufCursor): bigint => bytes.readBigInt64LE(from)

function takeRoom({ room }: ProtobufCursor): void {
  room.fields -= 1
  if (room.fields < 0) throw new NotUnderstood('wrong_form', { detail: 'size' })
}

/** 28 bits at a time, so that nearly all need no big integer. */
function readVarint(cursor: ProtobufCursor): void {
  const { bytes, end } = cursor
  const start = cursor.at
  let [low, middle, high] = [0, 0, 0]
  for (let place = 0; place < 10; place += 1) {
    if (cursor.at >= end) throw broken(start)
    const byte = bytes[cursor.at]!
    cursor.at += 1
    const bits = byte & 127
    if (place < 4) low |= bits << (7 * place)
    else if (place < 8) middle |= bits << (7 * (place - 4))
    else high |= bits << (7 * (place - 8))
    if (byte >= 128) continue
    cursor.varint =
      place < 8
        ? low + middle * 2 ** 28
        : Number(BigInt.asIntN(64, BigInt(low) | (BigInt(middle) << 28n) | (BigInt(high) << 56n)))
    return
  }
  throw broken(start)
}

const broken = (at: number): NotUnderstood => new NotUnderstood('wrong_form', { at: `byte ${at}`, detail: 'protobuf' })
