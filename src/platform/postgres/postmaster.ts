import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

export interface Postmaster {
  pid: number
  port: number
  socketDirectory: string
  ready: boolean
}

/** The live server of a data directory, as its own `postmaster.pid` describes it, or null. */
export function findPostmaster(directory: string): Postmaster | null {
  const noted = notedPostmaster(directory)
  return noted !== null && isAlive(noted.pid) && isPostgres(noted.pid) ? noted : null
}

/**
 * Removes the pid file of a server that has ended, since its process id may belong to another program by now, and
 * PostgreSQL would refuse to start. A live server's file is never touched, even if the server runs in another container
 * on the same volume: its process id means nothing here, but its socket answers. Child processes that outlive their
 * server for a moment are no danger: they hold its shared memory, so PostgreSQL refuses to start.
 */
export async function findAnyPostmaster(directory: string): Promise<Postmaster | null> {
  const noted = notedPostmaster(directory)
  if (noted === null || findPostmaster(directory) !== null) return noted
  if (await answers(join(noted.socketDirectory, `.s.PGSQL.${noted.port}`))) return noted
  rmSync(join(directory, 'postmaster.pid'), { force: true })
  return null
}

function notedPostmaster(directory: string): Postmaster | null {
  const path = join(directory, 'postmaster.pid')
  if (!existsSync(path)) return null
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory, status.
  const lines = readFileSync(path, 'utf8').split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!Number.isInteger(pid)) return null
  return {
    pid,
    port: Number.parseInt(lines[3] ?? '', 10),
    socketDirectory: lines[4] ?? '',
    ready: (lines[7] ?? '').trim() === 'ready',
  }
}

async function answers(socket: string): Promise<boolean> {
  const connection = connect(socket)
  try {
    await once(connection, 'connect')
    return true
  } catch (error) {
    // EAGAIN: the queue is full, so there is a listener.
    return (error as NodeJS.ErrnoException).code === 'EAGAIN'
  } finally {
    connection.destroy()
  }
}

/** False also for a zombie whose parent never reaps it, as in containers without an init. */
export function isAlive(pid: number): boolean {
  const stat = linuxProcess(pid, 'stat')
  // "pid (name) state …", and the name may hold anything.
  if (stat !== null) return !/\) [ZX] /.test(stat)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Process ids are reused after a reboot; the name shows whether this one is still a database server. */
function isPostgres(pid: number): boolean {
  const name = linuxProcess(pid, 'comm')
  if (name !== null) return name.includes('postgres')
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .includes('postgres')
  } catch {
    // Without `ps`, the file is trusted, which is the safe side: a live server's files are never touched.
    return true
  }
}

function linuxProcess(pid: number, file: 'stat' | 'comm'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // Ended, or not Linux: the callers check in another way.
    return null
  }
}
