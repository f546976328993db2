import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScripts, vendorStyles } from './scripts.ts'
import { sprite } from './sprite.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface Asset {
  /** Its content is part of its name, so browsers may keep it for ever. */
  name: string
  type: string
  body: Buffer
}

const folder = (name: string) => {
  const path = join(import.meta.dirname, name)
  return readdirSync(path)
    .sort()
    .map((file) => ({ name: file, body: readFileSync(join(path, file)) }))
}

/** All that pages load beside themselves, by the name that they have in the code. */
const assets = new Map<string, Asset>(
  [
    // One sheet to the browser, in the order of their numbers.
    { name: 'console.css', body: Buffer.concat(folder('styles').map(({ body }) => body)) },
    { name: 'icons.svg', body: Buffer.from(sprite()) },
    { name: 'world.json', body: readFileSync(fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))) },
    ...folder('pictures'),
    ...bundleScripts(),
    ...vendorStyles(),
  ].map(({ name, body }) => [name, hashed(name, body)]),
)

function hashed(name: string, body: Buffer): Asset {
  const [extension, hash] = [extname(name), createHash('sha256').update(body).digest('hex').slice(0, 12)]
  return { name: `${name.slice(0, -extension.length)}.${hash}${extension}`, type: TYPES[extension]!, body }
}

const byHashedName = new Map([...assets.values()].map((asset) => [asset.name, asset]))

export const findAsset = (hashedName: string): Asset | null => byHashedName.get(hashedName) ?? null

/** The address of `console.css`, a picture, or a script of `browser/`. */
export function assetAddress(name: string): string {
  const asset = assets.get(name)
  if (asset === undefined) throw new Error(`There is no asset ${name}`)
  return `/assets/${asset.name}`
}
