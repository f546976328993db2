const [LITERAL, COPY_1, COPY_2] = [0, 1, 2]
/** Literals up to this length have it in their tag; for longer ones, the tag says how many bytes their length has. */
const LONGEST_IN_TAG = 60

/**
 * Unpacks the block format of Snappy, in which Prometheus sends, by github.com/google/snappy, format_description.txt. Own
 * code, because `snappyjs` 0.7.0 never ends for a literal that states more than 2 GiB, and does not check that the bytes
 * fill the stated length. Throws `RangeError` if that is beyond the limit, before anything is allocated, and another
 * error for bytes that are not of this format.
 */
export function unsnappy(body: Buffer, limit: number): Buffer {
  const [length, start] = statedLength(body)
  if (length > limit) throw new RangeError('too large')
  // 64 bytes at most come out of 3: a short body that states a long one is refused before it costs memory.
  if (length > (body.length - start) * 32) throw corrupt()
  const unpacked = Buffer.allocUnsafe(length)
  let from = start
  let to = 0
  while (from < body.length) {
    const tag = body[from]!
    const kind = tag & 3
    from += 1
    if (kind === LITERAL) {
      const short = (tag >> 2) + 1
      const sizeBytes = short > LONGEST_IN_TAG ? short - LONGEST_IN_TAG : 0
      const size = sizeBytes === 0 ? short : littleEndian(body, from, sizeBytes) + 1
      from += sizeBytes
      if (size > body.length - from || size > length - to) throw corrupt()
      body.copy(unpacked, to, from, from + size)
      from += size
      to += size
    } else {
      const offsetBytes = kind === COPY_1 ? 1 : kind === COPY_2 ? 2 : 4
      const size = kind === COPY_1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
      const offset = littleEndian(body, from, offsetBytes) + (kind === COPY_1 ? (tag >> 5) * 256 : 0)
      from += offsetBytes
      if (offset === 0 || offset > to || size > length - to) throw corrupt()
      copyWithin(unpacked, to, offset, size)
      to += size
    }
  }
  if (to !== length) throw corrupt()
  return unpacked
}

/** A copy may reach into itself: then it repeats what it has copied. */
function copyWithin(bytes: Buffer, to: number, offset: number, size: number): void {
  if (offset >= size) bytes.copyWithin(to, to - offset, to - offset + size)
  else for (let place = to; place < to + size; place += 1) bytes[place] = bytes[place - offset]!
}

function statedLength(body: Buffer): [length: number, start: number] {
  let length = 0
  for (let place = 0; place < 5; place += 1) {
    const byte = body[place]
    if (byte === undefined) break
    length += (byte & 127) * 2 ** (7 * place)
    if (byte < 128) return [length, place + 1]
  }
  throw corrupt()
}

function littleEndian(body: Buffer, at: number, bytes: number): number {
  if (bytes > body.length - at) throw corrupt()
  return body.readUIntLE(at, bytes)
}

const corrupt = (): Error => new SyntaxError('not snappy')
