import { spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenBriefly, requirePort } from '../ports.ts'
import { type Cluster, serverEnvironment } from './cluster.ts'
import { findPostmaster, isAlive, type Postmaster } from './postmaster.ts'
import { isWithoutRoom, reserveIn } from './reserve.ts'

const HOST = '127.0.0.1'
const LOG_FILE = 'server.log'
const LOOK_EVERY_MS = 50
/** The path of a Unix socket has at most 107 bytes on Linux and 103 on macOS, of which the file name takes 20. */
const SOCKET_DIRECTORY_LIMIT = 80
const SOCKET_FOLDER = 'tocsin-'

/** Argument that distinguishes this server from one started by hand. */
const MARK = 'cluster_name=tocsin'

/**
 * Starts the server, which outlives this process. True when it is ready, false when it has ended. It listens where it did
 * before, if it can: other processes may be waiting for it there.
 */
export async function startServer(cluster: Cluster, wantedPort: number | null): Promise<boolean> {
  const before = lastPlace(cluster)
  if (wantedPort !== null) await requirePort('POSTGRES_PORT', HOST, wantedPort)
  const port = wantedPort ?? (await listenBriefly(HOST, before.port).catch(() => listenBriefly(HOST, 0)))
  const log = openSync(join(cluster.directory, LOG_FILE), 'a', 0o600)
  if (cluster.user !== null) chownSync(join(cluster.directory, LOG_FILE), cluster.user.uid, cluster.user.gid)
  const place = ['-D', cluster.directory, '-p', String(port), '-h', HOST, '-k', socketFolder(cluster, before)]
  const args = [...place, '-c', MARK]
  const server = spawn(join(cluster.binaries, 'bin/postgres'), args, {
    ...cluster.user,
    cwd: '/',
    // Its own session keeps the terminal's Ctrl+C from the server: the service stops it after the last reading.
    detached: true,
    stdio: ['ignore', log, log],
    env: serverEnvironment(),
  })
  closeSync(log)
  server.unref()
  let hasEnded = false
  server.once('exit', () => (hasEnded = true))
  server.once('error', () => (hasEnded = true))
  while (!hasEnded) {
    if (findPostmaster(cluster.directory)?.ready) return true
    await sleep(LOOK_EVERY_MS)
  }
  return false
}

/** Folder of the server's socket: the cluster's, unless its path is too long or contains a path separator. */
function socketFolder({ directory, user }: Cluster, before: Place): string {
  if (Buffer.byteLength(directory) <= SOCKET_DIRECTORY_LIMIT && !/[,"]/.test(directory)) return directory
  if (isSocketFolder(before.socketDirectory) && existsSync(before.socketDirectory)) return before.socketDirectory
  const folder = mkdtempSync(join(tmpdir(), SOCKET_FOLDER))
  if (user !== null) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Whether the server started last is this program's. */
export const isOwnServer = (cluster: Cluster): boolean => lastCommand(cluster).includes(MARK)

type Place = Pick<Postmaster, 'port' | 'socketDirectory'>

/** Address of the last server; port 0 and an empty path for a new cluster. */
function lastPlace(cluster: Cluster): Place {
  const [, port = '0', socketDirectory = ''] = / "-p" "(\d+)" .* "-k" "([^"]*)"/.exec(lastCommand(cluster)) ?? []
  return { port: Number(port), socketDirectory }
}

/** Command line of the last server, as PostgreSQL keeps it in a file. */
function lastCommand({ directory }: Cluster): string {
  const path = join(directory, 'postmaster.opts')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Stops the live server if there is one, rolling back open transactions. Returns when it is down. */
export async function stopServer(directory: string): Promise<void> {
  const running = findPostmaster(directory)
  if (running === null) return
  process.kill(running.pid, 'SIGINT')
  while (isAlive(running.pid)) await sleep(LOOK_EVERY_MS)
  const { socketDirectory } = running
  if (isSocketFolder(socketDirectory)) rmSync(socketDirectory, { recursive: true, force: true })
}

const isSocketFolder = (path: string): boolean => dirname(path) === tmpdir() && basename(path).startsWith(SOCKET_FOLDER)

const adviceFor = (directory: string): string =>
  reserveIn(directory).state() === 'kept'
    ? 'Run `npx tocsin prune --dry-run`: it gives back the reserve and starts PostgreSQL; see docs/database.md#the-disk-is-full'
    : 'Free some space with other means, or enlarge the disk; see docs/database.md#the-disk-is-full'

/** Reason why a server did not start: a full disk, or the last fault in its log. */
export function lastFault(directory: string): string {
  const path = join(directory, LOG_FILE)
  if (isWithoutRoom(directory)) return `the disk of ${directory} is full. ${adviceFor(directory)}`
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const fault = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? 'it says nothing'
  return `${fault.replace(/^.*?(FATAL|PANIC): */, '')} (${path} has more)`
}
