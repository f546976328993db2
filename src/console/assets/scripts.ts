import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync, stop } from 'esbuild'

const FOLDER = join(import.meta.dirname, '..', 'browser')

/** Bundles each file of `browser/` with its imports into one script. Takes a tenth of a second. */
export function bundleScripts(): { name: string; body: Buffer }[] {
  const entries = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  const { outputFiles } = buildSync({
    entryPoints: entries.map((file) => join(FOLDER, file)),
    outdir: FOLDER,
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  })
  // Stops the build service, which would stay in memory.
  void stop()
  return outputFiles.map(({ path, contents }) => ({ name: path.slice(FOLDER.length + 1), body: Buffer.from(contents) }))
}

/** Style sheets of libraries, in a layer of their own, so that the console's rules take precedence. */
const VENDOR_STYLES = { 'chart.css': 'uplot/dist/uPlot.min.css', 'map.css': 'leaflet/dist/leaflet.css' }

export const vendorStyles = (): { name: string; body: Buffer }[] =>
  Object.entries(VENDOR_STYLES).map(([name, module]) => {
    const css = readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8')
    // Images of unused controls, which would not be found.
    return { name, body: Buffer.from(`@layer vendor{${css.replace(/url\(images\/[^)]*\)/g, 'none')}}`) }
  })
