import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync, stop } from 'esbuild'

const FOLDER = join(import.meta.dirname, '..', 'browser')

/** Each file of `browser/` becomes one script, with all that it imports. Takes a tenth of a second. */
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
  // It would stay in memory for the next time, and there is none.
  void stop()
  return outputFiles.map(({ path, contents }) => ({ name: path.slice(FOLDER.length + 1), body: Buffer.from(contents) }))
}

/** The style sheets that come with libraries. In a layer of their own, so that ours have the last word. */
const VENDOR_STYLES = { 'chart.css': 'uplot/dist/uPlot.min.css', 'map.css': 'leaflet/dist/leaflet.css' }

export const vendorStyles = (): { name: string; body: Buffer }[] =>
  Object.entries(VENDOR_STYLES).map(([name, module]) => {
    const css = readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8')
    // Pictures of controls that are not used here, and that would not be found.
    return { name, body: Buffer.from(`@layer vendor{${css.replace(/url\(images\/[^)]*\)/g, 'none')}}`) }
  })
