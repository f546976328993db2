import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { unsnappy } from '../../../core/sources/messages/unsnappy.ts'
import { faultOf } from '../../../platform/error-messages/reasons.ts'
import { RequestError } from '../../../platform/errors.ts'

/** How much larger than its message an unpacked one may be. */
export const UNPACKED_TIMES = 8

const tooLarge = (most: number) =>
  new RequestError(413, faultOf('in_english', `A message has at most ${most} bytes`), {
    // The rest is not read.
    headers: { connection: 'close' },
  })

/** Reads the body of a request. Throws 413 as soon as it is larger, stated or sent. */
export async function collectBody(payload: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(payload.headers['content-length'] ?? 0) > most) throw tooLarge(most)
  const pieces: Buffer[] = []
  let length = 0
  // By events: an iterator costs as much as the rest of a small message.
  return new Promise((resolve, reject) => {
    payload.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > most) {
        payload.removeAllListeners('data').pause()
        reject(tooLarge(most))
      } else pieces.push(piece)
    })
    payload.once('end', () => resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)))
    payload.once('error', reject)
  })
}

type Unpack = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const unpackGzip = promisify(gunzip) as Unpack
const unpackZlib = promisify(inflate) as Unpack
const unpackRaw = promisify(inflateRaw) as Unpack
const unpackBrotli = promisify(brotliDecompress) as Unpack

const UNPACKERS: Readonly<Record<string, Unpack>> = {
  gzip: unpackGzip,
  'x-gzip': unpackGzip,
  // Some senders leave out the head of zlib.
  deflate: (body, options) => ((body[0]! & 0x0f) === 8 ? unpackZlib(body, options) : unpackRaw(body, options)),
  br: unpackBrotli,
  snappy: async (body, { maxOutputLength }) => unsnappy(body, maxOutputLength),
}

/**
 * The body without its compression; null if it cannot be unpacked. Throws 413 for more than `most` bytes, before they are
 * made.
 */
export async function unpackBody(body: Buffer, encoding: string, most: number): Promise<Buffer | null> {
  if (encoding === '' || encoding === 'identity' || body.length === 0) return body
  const unpack = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding] : undefined
  if (unpack === undefined) return null
  try {
    return await unpack(body, { maxOutputLength: most })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(most)
    return null
  }
}
