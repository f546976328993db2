import { promisify } from 'node:util'
import { crc32, gzip } from 'node:zlib'

/** Rows of telemetry shrink to a fifth; a higher level would cost more time than the space is worth. */
const GZIP_LEVEL = 3
/** On average. Smaller than what programs look for that store equal parts once, and large enough to compress well. */
const PIECE_BYTES = 262_144
const LONGEST_PIECE_BYTES = 4_194_304
const NEWLINE = 10

/**
 * Cuts the rows of a table into pieces, however the database happens to send them. Each row decides by its own bytes
 * whether a piece ends with it, so a new row changes the piece that it is in, and no other.
 */
export async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let [begin, row] = [0, 0]
    for (let end = data.indexOf(NEWLINE) + 1; end > 0; end = data.indexOf(NEWLINE, row) + 1) {
      length += end - row
      if (endsPiece(data.subarray(row, end)) || length >= LONGEST_PIECE_BYTES) {
        yield* short(Buffer.concat([...parts, data.subarray(begin, end)]))
        parts = []
        length = 0
        begin = end
      }
      row = end
    }
    parts.push(data.subarray(begin, row))
    rest = data.subarray(row)
  }
  yield* short(Buffer.concat([...parts, rest]))
}

/** A single row may be longer than a piece. */
function* short(piece: Buffer): Generator<Buffer> {
  for (let begin = 0; begin < piece.length; begin += LONGEST_PIECE_BYTES)
    yield piece.subarray(begin, begin + LONGEST_PIECE_BYTES)
}

/** The longer a row, the more likely it is the last one: pieces are of similar length whatever the rows are. */
const endsPiece = (row: Buffer): boolean => crc32(row) / 2 ** 32 < row.length / PIECE_BYTES

/**
 * Compresses each part on its own, as a member of one gzip file: equal parts have equal bytes, whatever is before them.
 */
export async function* zipped(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield await zip(part, { level: GZIP_LEVEL })
}

const zip = promisify<Buffer, { level: number }, Buffer>(gzip)
