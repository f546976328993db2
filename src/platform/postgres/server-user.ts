import { execFileSync, spawnSync } from 'node:child_process'

/** PostgreSQL refuses to run as root; these accounts exist on nearly every system and own little else. */
const CANDIDATES = ['postgres', 'nobody']

export interface ServerUser {
  uid: number
  gid: number
}

/** The account that the server process runs as; null means the current one, which is not root. */
export function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null
  for (const name of CANDIDATES) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new Error(
    `PostgreSQL does not run as root, and none of the accounts ${CANDIDATES.join(', ')} exists. Start Tocsin with another account, or set DATABASE_URL.`,
  )
}

/**
 * Whether that account can traverse every folder on the way to `path`; an installation under a 0700 home is
 * unreachable.
 */
export function canReach(path: string, user: ServerUser | null): boolean {
  if (user === null) return true
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/' }).status === 0
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  try {
    return Number.parseInt(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString(), 10)
  } catch {
    // `id` fails when there is no such account: the next candidate is tried.
    return null
  }
}
