import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { ICONS, type IconName, OF_DEVICES } from './icon-names.ts'
import { bundleScripts } from './scripts.ts'
import { STRIP_TEXT_WIDTHS } from './strip-text-widths.ts'
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

const FOLDER = join(import.meta.dirname, 'styles')

/** Style sheets of libraries, in a layer of their own, so that the console's rules take precedence. */
const OF_LIBRARIES = { chart: 'uplot/dist/uPlot.min.css', map: 'leaflet/dist/leaflet.css' }

/** The style sheets, each joined in the order of the numbers of its files, without comments and white space. */
function joinStyles(): { name: string; body: Buffer }[] {
  const files = readdirSync(FOLDER).sort()
  const own = (pattern: RegExp) =>
    files.filter((file) => pattern.test(file)).map((file) => readFileSync(join(FOLDER, file), 'utf8'))
  const sheets = {
    'console.css': own(/^\d/),
    // The public page has the colours and nothing else of it.
    'status.css': own(/^(1-colours|status)\.css$/),
    // Those of a script follow the styles of its library.
    'chart.css': [ofLibrary(OF_LIBRARIES.chart), ...own(/^chart\.css$/)],
    'display.css': own(/^display\.css$/),
    'on-call.css': [...own(/^on-call\.css$/), ...STRIP_TEXT_WIDTHS.map(textFrom)],
    'audit.css': own(/^audit\.css$/),
    'family.css': own(/^family\.css$/),
    'map.css': [ofLibrary(OF_LIBRARIES.map), ...own(/^map\.css$/)],
  }
  return Object.entries(sheets).map(([name, parts]) => {
    const { code } = transformSync(parts.join(''), { loader: 'css', minify: true, legalComments: 'none' })
    return { name, body: Buffer.from(code) }
  })
}

/** A shift has several texts: the longest that fits is shown. */
const textFrom = (width: number): string =>
  `@layer pages { @container (min-width: ${width}px) { .duty-row text.from-${width} { display: block } .duty-row text.below-${width} { display: none } } }`

function ofLibrary(module: string): string {
  const css = readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8')
  // Images of unused controls, which would not be found.
  return `@layer vendor{${css.replace(/url\(images\/[^)]*\)/g, 'none')}}`
}
