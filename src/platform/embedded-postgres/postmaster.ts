import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface Postmaster {
  pid: number
  port: number
  socketDirectory: string
  ready: boolean
}

/**
 * The live server of a data directory, read from its own `postmaster.pid`, or null. A file left by a server that is
 * gone is removed only when its process id now belongs to another program; a live server's file is never touched.
 */
export function findPostmaster(directory: string): Postmaster | null {
  const path = join(directory, 'postmaster.pid')
  if (!existsSync(path)) return null
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory, status.
  const lines = readFileSync(path, 'utf8').split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!Number.isInteger(pid) || !isAlive(pid)) return null
  if (!isPostgres(pid)) {
    rmSync(path)
    return null
  }
  return {
    pid,
    port: Number.parseInt(lines[3] ?? '', 10),
    socketDirectory: lines[4] ?? '',
    ready: (lines[7] ?? '').trim() === 'ready',
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Process ids are used again after a reboot; the name tells whether this one is still a database server. */
function isPostgres(pid: number): boolean {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .includes('postgres')
  } catch {
    // No `ps` here: /proc tells the same; without either we believe the file, which is the safe side.
    return existsSync(`/proc/${pid}/comm`) ? readFileSync(`/proc/${pid}/comm`, 'utf8').includes('postgres') : true
  }
}
