import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type KeptBody, keptBody } from '../../platform/http/kept-body.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.bin': 'application/octet-stream',
  '.svg': 'image/svg+xml',
}

export interface Asset {
  /** Contains a hash of the content, so browsers may cache it forever. */
  name: string
  type: string
  kept: KeptBody
}

/** The npm package has the built files here. A checkout builds them from the sources. */
const READY = join(import.meta.dirname, 'ready')
const files = existsSync(READY)
  ? readdirSync(READY).map((name) => ({ name, body: readFileSync(join(READY, name)) }))
  : (await import('./make-assets.ts')).makeAssets()

/** Static files of the pages, by their name in the code. */
const assets = new Map<string, Asset>(files.map(({ name, body }) => [name, hashed(name, body)]))

function hashed(name: string, body: Buffer): Asset {
  const [extension, hash] = [extname(name), createHash('sha256').update(body).digest('hex').slice(0, 12)]
  const hashedName = `${name.slice(0, -extension.length)}.${hash}${extension}`
  return { name: hashedName, type: TYPES[extension]!, kept: keptBody(body) }
}

const byHashedName = new Map([...assets.values()].map((asset) => [asset.name, asset]))

export const findAsset = (hashedName: string): Asset | null => byHashedName.get(hashedName) ?? null

/** `console.css`, a picture, or a script of `browser/`. */
export function getAsset(name: string): Asset {
  const asset = assets.get(name)
  if (asset === undefined) throw new Error(`There is no asset ${name}`)
  return asset
}

export const assetAddress = (name: string): string => `/assets/${getAsset(name).name}`
