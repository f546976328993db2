import { existsSync } from 'node:fs'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The browser that comes as a package for Linux, so that a machine without one can run these tests; elsewhere one that
 * is installed. `CHROMIUM` names another one.
 */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM !== undefined) return process.env.CHROMIUM
  if (process.platform === 'linux') {
    // Its own libraries and fonts are unpacked as well when it believes to be where it was made for.
    process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
    const { default: packed } = await import('@sparticuz/chromium')
    return packed.executablePath()
  }
  const installed = INSTALLED.find(existsSync)
  if (installed === undefined) throw new Error('The tests need Chromium or Chrome; CHROMIUM may say where it is')
  return installed
}

/** Once for all tests of a run: several at a time would be in each other's way. */
export async function unpackChromium(): Promise<void> {
  process.env.CHROMIUM = await chromiumPath()
}
