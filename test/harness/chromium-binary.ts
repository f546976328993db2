import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Path of Chromium: on Linux from an npm package, so that a machine without a browser can run these tests; elsewhere an
 * installed one. `CHROMIUM` overrides it.
 */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM
  if (process.platform === 'linux') {
    // The package unpacks its own libraries and fonts only where it detects AWS Lambda.
    process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
    const { default: packed } = await import('@sparticuz/chromium')
    const path = await packed.executablePath()
    useUnpackedFonts(join(tmpdir(), 'fonts'))
    return path
  }
  const installed = INSTALLED.find(existsSync)
  if (installed === undefined) throw new Error('The tests need Chromium or Chrome; CHROMIUM may say where it is')
  return installed
}

/** The package looks for its fonts in /tmp, wherever it has unpacked them. Without fonts, Chromium draws no text. */
function useUnpackedFonts(folder: string): void {
  const file = join(folder, 'fonts.conf')
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}-cache</cachedir></fontconfig>
`
  // Other runs may be reading it.
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

/** Unpacked once for all tests of a run, because concurrent processes would conflict. */
export async function unpackChromium(): Promise<void> {
  process.env.CHROMIUM = await chromiumPath()
}
