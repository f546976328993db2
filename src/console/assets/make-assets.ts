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

/** All that pages load beside themselves, made of our sources and of what libraries bring. */
export const makeAssets = (): { name: string; body: Buffer }[] => [
  // One sheet to the browser, in the order of their numbers.
  { name: 'console.css', body: Buffer.concat(folder('styles').map(({ body }) => body)) },
  { name: 'icons.svg', body: Buffer.from(sprite()) },
  { name: 'world.json', body: readFileSync(fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))) },
  ...folder('pictures'),
  ...bundleScripts(),
  ...vendorStyles(),
]
