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
 * The file of a server that is gone is removed, since its process id may belong to another program by now, and PostgreSQL
 * would refuse to start. A live server's file is never touched, also when it runs in another container on the same volume:
 * its process id means nothing here, but its socket answers. Children that outlive their server for a moment are no
 * danger: they hold its shared memory, and PostgreSQL refuses to start.
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
    // A queue that is full has somebody at its other end.
    return (error as NodeJS.ErrnoException).code === 'EAGAIN'
  } finally {
    connection.destroy()
  }
}

/** Also false for a process that has ended and waits for a parent that never asks, as in containers without an init. */
export function isAlive(pid: number): boolean {
  const stat = linuxProcess(pid, 'stat')
  // "pid (name) state …", and the name may hold anything.
  if (stat !== null) return !/\) [ZX] /.test(stat)
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
  const name = linuxProcess(pid, 'comm')
  if (name !== null) return name.includes('postgres')
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .includes('postgres')
  } catch {
    // Without `ps` we believe the file, which is the safe side: a live server's files are never touched.
    return true
  }
}

function linuxProcess(pid: number, file: 'stat' | 'comm'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // Gone, or not Linux: the callers ask in another way.
    return null
  }
}
