import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScripts, vendorStyles } from './scripts.ts'
import { sprite } from './sprite.ts'

const folder = (name: string) => {
  const path = join(import.meta.dirname, name)
  return readdirSync(path)
    .sort()
    .map((file) => ({ name: file, body: readFileSync(join(path, file)) }))
}

/** Builds all static files of the pages from the sources and libraries. */
export const makeAssets = (): { name: string; body: Buffer }[] => [
  // One style sheet, joined in the order of the files' numbers.
  { name: 'console.css', body: Buffer.concat(folder('styles').map(({ body }) => body)) },
  { name: 'icons.svg', body: Buffer.from(sprite()) },
  { name: 'world.json', body: readFileSync(fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))) },
  ...folder('pictures'),
  ...bundleScripts(),
  ...vendorStyles(),
]
