import { existsSync } from 'node:fs'

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
    return packed.executablePath()
  }
  const installed = INSTALLED.find(existsSync)
  if (installed === undefined) throw new Error('The tests need Chromium or Chrome; CHROMIUM may say where it is')
  return installed
}

/** Unpacked once for all tests of a run, because concurrent processes would conflict. */
export async function unpackChromium(): Promise<void> {
  process.env.CHROMIUM = await chromiumPath()
}
