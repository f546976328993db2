import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '../errors.ts'
import { makeDataFolder } from '../files/data-folder.ts'
import {
  type Cluster,
  DATABASE,
  hasCluster,
  isMade,
  locateCluster,
  makeCluster,
  passwordOf,
  passwordPath,
  renewPassword,
  SUPERUSER,
  writeSettings,
} from './cluster.ts'
import { type FolderLock, type FolderUser, lockFolder } from './folder-lock.ts'
import { findAnyPostmaster, findPostmaster, isAlive, type Postmaster } from './postmaster.ts'
import { isWithoutRoom, keepReserve, reserveIn } from './reserve.ts'
import { isOwnServer, lastFault, startServer, stopServer } from './server-process.ts'

/** Long, because a server first replays its write-ahead log after a loss of power. */
const START_WITHIN_MS = 600_000
const AGAIN_AFTER_MS = 150
/** Child processes of a killed server hold its files for a second or two; a fault that lasts longer is real. */
const START_ATTEMPTS = 30
const LOOK_EVERY_MS = 500
const RESTART_PAUSE_LIMIT_MS = 10_000
const WRONG_PASSWORD = '28P01'

export interface EmbeddedPostgres {
  connection: pg.ClientConfig
  /** Restarts the server whenever it dies, and keeps a reserve on its disk, until `leave`. */
  supervise(onEvent: (event: string) => void): void
  /**
   * Disconnects from the server. The last process stops it, rolling back open transactions, and waits until it is down.
   */
  leave(): Promise<void>
}

export interface EmbeddedOptions {
  /** Any free port by default. */
  port?: number | null
  /** `guest` by default. One service and any number of guests may use the server. */
  part?: FolderUser
  /** Replaces no lost password, writes no settings, gives back no reserve, and stops no server that others started. */
  looksOnly?: boolean
  /** Folder with the bin/ of a PostgreSQL other than the bundled one. */
  binaries?: string | undefined
}

/**
 * Connects to the PostgreSQL server of a data directory, starting it if necessary. A server left behind by a killed
 * process is taken over as it is. Throws OperatorError when a second service wants the directory.
 */
export async function embeddedPostgres(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  if (!options.looksOnly) makeDataFolder(dataDir)
  // Before the lock, which leaves a file.
  if (!hasCluster(dataDir) && options.looksOnly)
    throw new OperatorError(`There is no database in ${dataDir} yet: the first start creates it.`)
  const lock = await lockFolder(dataDir, options.part ?? 'guest')
  try {
    const cluster = locateCluster(dataDir, options.binaries)
    const password = await makeReady(cluster, lock, options.looksOnly ?? false)
    return await openServer({ ...cluster, password }, lock, options)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** A cluster with the password for connections to its server. */
interface ReadyCluster extends Cluster {
  password: string
}

/** Creates the cluster if it is missing; processes that start at the same time wait for the first one. */
async function makeReady(cluster: Cluster, lock: FolderLock, looksOnly: boolean): Promise<string> {
  if (!looksOnly) giveRoom(cluster)
  while (!isMade(cluster)) await lock.alone(() => (isMade(cluster) ? undefined : makeCluster(cluster)))
  if (passwordOf(cluster) === null) {
    const isMended = !looksOnly && (await lock.alone(() => replacePassword(cluster)))
    if (!isMended) {
      throw new OperatorError(
        `${passwordPath(cluster.dataDir)} is missing. Restart the service: the next start creates a new one.`,
      )
    }
  }
  if (!looksOnly) writeSettings(cluster)
  return passwordOf(cluster) ?? ''
}

/** Gives the reserve back when the disk is full. */
function giveRoom({ directory }: Cluster): void {
  if (existsSync(directory) && isWithoutRoom(directory)) reserveIn(directory).giveBack()
}

async function replacePassword(cluster: Cluster): Promise<void> {
  if (passwordOf(cluster) !== null) return
  await stopServer(cluster.directory)
  await renewPassword(cluster)
}

async function openServer(
  cluster: ReadyCluster,
  lock: FolderLock,
  { port = null, looksOnly = false }: EmbeddedOptions,
): Promise<EmbeddedPostgres> {
  let started = false
  const onStart = () => {
    started = true
  }
  // No other process of Tocsin uses the server then, even if the one that started it was killed.
  const stop = () => (started || (!looksOnly && isOwnServer(cluster)) ? stopServer(cluster.directory) : undefined)
  const leave = () => lock.release(stop)
  try {
    const postmaster = await startOrAdopt(cluster, { port, looksOnly, onStart })
    const connection = connectionTo(cluster, postmaster)
    await createDatabase(connection)
    return { connection, ...supervisor(cluster, postmaster.port, leave) }
  } catch (error) {
    await leave()
    throw error
  }
}

function supervisor(cluster: ReadyCluster, port: number, leave: () => Promise<void>) {
  const stopping = new AbortController()
  let watching: Promise<unknown> = Promise.resolve()
  return {
    supervise(onEvent: (event: string) => void) {
      const { signal } = stopping
      watching = Promise.all([keepRunning(cluster, port, signal, onEvent), keepReserve(cluster, signal, onEvent)])
    },
    async leave() {
      stopping.abort()
      await watching
      await leave()
    },
  }
}

async function startOrAdopt(
  cluster: ReadyCluster,
  {
    port,
    looksOnly = false,
    onStart = () => undefined,
  }: { port: number | null; looksOnly?: boolean; onStart?: () => void },
): Promise<Postmaster> {
  const deadline = performance.now() + START_WITHIN_MS
  let failures = 0
  while (performance.now() < deadline && failures < START_ATTEMPTS) {
    if (!looksOnly) giveRoom(cluster)
    const running = await findAnyPostmaster(cluster.directory)
    if (running?.ready && (await accepts(cluster, running))) return running
    if (running === null) {
      // A failed start is retried: another command may be starting it too, or a killed server still holds its files.
      if (await startServer(cluster, port)) onStart()
      else if (isWithoutRoom(cluster.directory)) break
      else failures += 1
    }
    await sleep(AGAIN_AFTER_MS)
  }
  throw new OperatorError(`PostgreSQL did not start: ${lastFault(cluster.directory)}`)
}

const connectionTo = (cluster: ReadyCluster, { port, socketDirectory }: Postmaster) => ({
  host: socketDirectory,
  port,
  user: SUPERUSER,
  password: cluster.password,
  database: DATABASE,
})

/** The file may say "ready" although the server is going down. */
async function accepts(cluster: ReadyCluster, postmaster: Postmaster): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(cluster, postmaster), database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) return false
    const path = passwordPath(cluster.dataDir)
    throw new OperatorError(
      `${path} is not the password of this PostgreSQL. Delete that file: the next start creates a new password.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function keepRunning(
  cluster: ReadyCluster,
  port: number,
  signal: AbortSignal,
  onEvent: (event: string) => void,
): Promise<void> {
  let pid = findPostmaster(cluster.directory)?.pid ?? null
  let pauseMs = 0
  while (!signal.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    if (pid !== null && isAlive(pid)) {
      pauseMs = 0
      continue
    }
    onEvent('PostgreSQL has stopped; restarting it')
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    pauseMs = Math.min(RESTART_PAUSE_LIMIT_MS, pauseMs * 2 || 250)
    pid = await startOrAdopt(cluster, { port }).then(
      ({ pid }) => pid,
      (error: Error) => {
        onEvent(error.message)
        return null
      },
    )
    if (pid !== null) onEvent('PostgreSQL is running again')
  }
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // Two commands on a fresh data directory: the other one created it first.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
