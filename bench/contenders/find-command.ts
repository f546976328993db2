import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where servers are installed; not in the PATH of everybody. */
const SERVERS = ['/usr/sbin', '/usr/local/sbin']

/** Says on standard error that a peer is missing from the comparison, and how to install it on Debian. */
export function skipped(name: string, packages: string): null {
  process.stderr.write(`SKIPPED: ${name} is not installed (apt-get install ${packages})\n`)
  return null
}

/** The path of an installed program, or null. */
export function findCommand(name: string): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...SERVERS]) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder: try the next one.
    }
  }
  return null
}
