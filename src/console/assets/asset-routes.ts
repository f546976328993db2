import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { notFound } from '../../platform/errors.ts'
import { type Asset, findAsset } from './assets.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const ENCODINGS = {
  // 9 of 11: the last two levels take ten times as long for a few percent.
  br: (body: Buffer) =>
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => compressGzip(body, { level: 9 }),
}
type Encoding = keyof typeof ENCODINGS

const encodingFor = (accepted: string | undefined): Encoding | null =>
  (['br', 'gzip'] as const).find((encoding) => new RegExp(`\\b${encoding}\\b`).test(accepted ?? '')) ?? null

/** By encoding and name. */
const compressed = new Map<string, Promise<Buffer>>()

/** Compressed at the first request, then kept by the process, whose files never change. */
function inEncoding({ name, body }: Asset, encoding: Encoding): Promise<Buffer> {
  const key = `${encoding} ${name}`
  const known = compressed.get(key)
  if (known !== undefined) return known
  const made = ENCODINGS[encoding](body)
  compressed.set(key, made)
  return made
}

export const assetRoutes: FastifyPluginAsyncTypebox = async (server) => {
  server.get(
    '/assets/:name',
    {
      config: { policy: 'public', scope: 'none' },
      schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    },
    async (request, reply) => {
      const asset = findAsset(request.params.name)
      if (asset === null) throw notFound('File')
      const encoding = encodingFor(request.headers['accept-encoding'])
      reply
        .type(asset.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding')
      if (encoding === null) return reply.send(asset.body)
      return reply.header('content-encoding', encoding).send(await inEncoding(asset, encoding))
    },
  )
}
