/** Writes fields of a protobuf message: each function gives the bytes of one field with this number. */
export const protobufBytes = {
  message: (number: number, ...fields: Buffer[]): Buffer => delimited(number, Buffer.concat(fields)),
  text: (number: number, value: string): Buffer => delimited(number, Buffer.from(value)),
  varint: (number: number, value: number | bigint): Buffer => Buffer.concat([varint(number * 8), varint(value)]),
  packed: (number: number, values: number[]): Buffer => delimited(number, Buffer.concat(values.map(varint))),
  double(number: number, value: number): Buffer {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(value)
    return Buffer.concat([varint(number * 8 + 1), bytes])
  },
  fixed64(number: number, value: bigint): Buffer {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt.asIntN(64, value))
    return Buffer.concat([varint(number * 8 + 1), bytes])
  },
}

const delimited = (number: number, content: Buffer): Buffer =>
  Buffer.concat([varint(number * 8 + 2), varint(content.length), content])

function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Buffer.from([...bytes, Number(rest)])
}
