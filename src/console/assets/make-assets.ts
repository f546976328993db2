import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ICONS, type IconName, OF_DEVICES } from './icon-names.ts'
import { bundleScripts, vendorStyles } from './scripts.ts'
import { storedWorld } from './world/stored-world.ts'

const folder = (name: string) => {
  const path = join(import.meta.dirname, name)
  return readdirSync(path)
    .sort()
    .map((file) => ({ name: file, body: readFileSync(join(path, file)) }))
}

/** Builds all static files of the pages from the sources and libraries. */
export const makeAssets = (): { name: string; body: Buffer }[] => [
  // One style sheet, joined in the order of the files' numbers.
  { name: 'console.css', body: joined(folder('styles').filter(isOfEveryPage)) },
  // The public page has the colours and nothing else of it.
  { name: 'status.css', body: joined(folder('styles').filter(({ name }) => /^(1-colours|status)\.css$/.test(name))) },
  { name: 'icons.svg', body: Buffer.from(sprite(ICONS)) },
  { name: 'device-icons.svg', body: Buffer.from(sprite(OF_DEVICES)) },
  ...storedWorld(),
  ...folder('pictures'),
  ...bundleScripts(),
  // Those of a script follow the styles of its library.
  ...vendorStyles().map((vendor) => ({
    ...vendor,
    body: joined([vendor, ...folder('styles').filter(({ name }) => name === vendor.name)]),
  })),
]

const isOfEveryPage = ({ name }: { name: string }): boolean => /^\d/.test(name)
const joined = (files: readonly { body: Buffer }[]): Buffer => Buffer.concat(files.map(({ body }) => body))

/** One SVG file with these icons, each a symbol with its name. */
function sprite(names: readonly IconName[]): string {
  const symbols = names.map((name) => {
    const svg = readFileSync(fileURLToPath(import.meta.resolve(`lucide-static/icons/${name}.svg`)), 'utf8')
    const drawing = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).replace(/\s+/g, ' ')
    return `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
