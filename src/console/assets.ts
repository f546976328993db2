import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { notFound } from '../platform/errors.ts'

const FOLDER = join(import.meta.dirname, 'assets')
const TYPES: Record<string, string> = { '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml' }

interface Asset {
  name: string
  type: string
  body: Buffer
}

/** The style sheets are one to the browser, in the order of their numbers. */
function readAssets(): Asset[] {
  const files = readdirSync(FOLDER).sort()
  const [sheets, others] = [
    files.filter((file) => file.endsWith('.css')),
    files.filter((file) => !file.endsWith('.css')),
  ]
  const sheet = Buffer.concat(sheets.map((file) => readFileSync(join(FOLDER, file))))
  return [named('console.css', sheet), ...others.map((file) => named(file, readFileSync(join(FOLDER, file))))]
}

/** Its content is part of its name, so browsers may keep it for ever. */
function named(file: string, body: Buffer): Asset {
  const [extension, hash] = [extname(file), createHash('sha256').update(body).digest('hex').slice(0, 12)]
  return { name: `${file.slice(0, -extension.length)}.${hash}${extension}`, type: TYPES[extension]!, body }
}

const assets = new Map(readAssets().map((asset) => [asset.name, asset]))

/** The address of a file of `assets/`, or of `console.css`, all style sheets together. */
export function assetAddress(file: string): string {
  const [stem, extension] = [file.slice(0, file.lastIndexOf('.')), extname(file)]
  const asset = [...assets.keys()].find((name) => name.startsWith(`${stem}.`) && name.endsWith(extension))
  if (asset === undefined) throw new Error(`There is no asset ${file}`)
  return `/assets/${asset}`
}

export const assetRoutes: FastifyPluginAsyncTypebox = async (server) => {
  server.get(
    '/assets/:name',
    { config: { policy: 'public' }, schema: { hide: true, params: Type.Object({ name: Type.String() }) } },
    async (request, reply) => {
      const asset = assets.get(request.params.name)
      if (asset === undefined) throw notFound('File')
      return reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable').send(asset.body)
    },
  )
}
