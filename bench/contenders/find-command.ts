import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where servers are installed; not in the PATH of everybody. */
const SERVERS = ['/usr/sbin', '/usr/local/sbin']

/** Version of a Debian package such as 6.0.14; null elsewhere, or if the program was installed in another way. */
export function debianVersion(name: string): string | null {
  const { stdout } = spawnSync('dpkg-query', ['--show', name], { encoding: 'utf8' })
  return /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0] ?? null
}

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
