import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const COMPRESSORS = {
  // 9 of 11: the last two levels take ten times as long for a few percent.
  br: (body: Buffer) =>
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => compressGzip(body, { level: 9 }),
}
type Encoding = keyof typeof COMPRESSORS
const ENCODINGS = Object.keys(COMPRESSORS) as Encoding[]

/** Shorter ones fit into a packet anyway. */
const LEAST_BYTES = 1_024

/**
 * The body of a response that is the same for everybody, kept as bytes: sending it costs no more than handing them to the
 * socket. Compressed at the first request for an encoding.
 */
export interface KeptBody {
  readonly bytes: Buffer
  /** Weak, since it is the same in every encoding. */
  readonly etag: string
  readonly compressed: Map<Encoding, Promise<Buffer>>
}

export function keptBody(body: string | Buffer): KeptBody {
  const bytes = Buffer.from(body as string)
  const digest = createHash('sha256').update(bytes).digest('base64url')
  return { bytes, etag: `W/"${digest.slice(0, 22)}"`, compressed: new Map() }
}

/** Sends it as the client accepts it, or 304 if the client has it. The caller says its type and how long it is fresh. */
export async function sendKept(reply: FastifyReply, kept: KeptBody): Promise<FastifyReply> {
  const { headers } = reply.request
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined).join(', ')
  reply.headers({ etag: kept.etag, vary })
  // A response that is never stored cannot be asked for again by its ETag.
  if (reply.getHeader('cache-control') === 'no-store') reply.header('cache-control', 'no-cache')
  if ((headers['if-none-match'] ?? '').includes(kept.etag)) return reply.code(304).send()
  const encoding = kept.bytes.length < LEAST_BYTES ? null : encodingFor(headers['accept-encoding'])
  if (encoding === null) return reply.send(kept.bytes)
  return reply.header('content-encoding', encoding).send(await inEncoding(kept, encoding))
}

const encodingFor = (accepted: string | undefined): Encoding | null =>
  ENCODINGS.find((encoding) => new RegExp(`\\b${encoding}\\b`).test(accepted ?? '')) ?? null

function inEncoding({ bytes, compressed }: KeptBody, encoding: Encoding): Promise<Buffer> {
  const known = compressed.get(encoding)
  if (known !== undefined) return known
  const made = COMPRESSORS[encoding](bytes)
  compressed.set(encoding, made)
  return made
}
