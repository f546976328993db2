import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ICONS } from './icon-names.ts'

/** One SVG file with all icons, each a symbol with its name. */
export function sprite(): string {
  const symbols = ICONS.map((name) => {
    const svg = readFileSync(fileURLToPath(import.meta.resolve(`lucide-static/icons/${name}.svg`)), 'utf8')
    const drawing = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).replace(/\s+/g, ' ')
    return `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
