import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ICONS, type IconName, OF_DEVICES } from './icon-names.ts'
import { bundleScripts } from './scripts.ts'
import { joinStyles } from './style-sheets.ts'
import { storedWorld } from './world/stored-world.ts'

const PICTURES = join(import.meta.dirname, 'pictures')
const pictures = () => readdirSync(PICTURES).map((name) => ({ name, body: readFileSync(join(PICTURES, name)) }))

/** Builds all static files of the pages from the sources and libraries. */
export const makeAssets = (): { name: string; body: Buffer }[] => [
  ...joinStyles(),
  { name: 'icons.svg', body: Buffer.from(sprite(ICONS)) },
  { name: 'device-icons.svg', body: Buffer.from(sprite(OF_DEVICES)) },
  ...storedWorld(),
  ...pictures(),
  ...bundleScripts(),
]

/** One SVG file with these icons, each a symbol with its name. */
function sprite(names: readonly IconName[]): string {
  const symbols = names.map((name) => {
    const svg = readFileSync(fileURLToPath(import.meta.resolve(`lucide-static/icons/${name}.svg`)), 'utf8')
    const drawing = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).replace(/\s+/g, ' ')
    return `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
