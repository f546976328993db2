import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, DATABASE, prepareCluster, runAsServerUser, SUPERUSER } from './cluster.ts'
import { findPostmaster, isAlive, type Postmaster } from './postmaster.ts'

const START_WITHIN_MS = 60_000
/** Children of a killed server hold its files for a second or two; a fault that lasts longer is a real one. */
const START_ATTEMPTS = 30
const LOOK_EVERY_MS = 500
const RESTART_PAUSE_LIMIT_MS = 10_000
/** The address of a Unix socket holds 107 bytes on Linux and 103 on macOS; its name takes 20. */
const SOCKET_DIRECTORY_LIMIT = 80

export interface EmbeddedPostgres {
  connection: pg.ClientConfig
  /** True when this process started the server, false when it found it running. */
  started: boolean
  /** Restarts the server whenever it dies, until `stop`. */
  supervise(onEvent: (event: string) => void): void
  /** Stops the server (fast: open transactions are rolled back) and waits until it is down. */
  stop(): Promise<void>
}

/**
 * Connects to the PostgreSQL server of a data directory, starting it when it does not run, on this port or any free one.
 * A server left behind by a process that was killed is taken over as it is.
 */
export async function embeddedPostgres(dataDir: string, wantedPort: number | null = null): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster(dataDir)
  const { postmaster, started } = await startOrAdopt(cluster, wantedPort)
  const { port } = postmaster
  const connection = connectionTo(cluster, postmaster)
  await createDatabase(connection)
  const stopping = new AbortController()
  let watching: Promise<void> = Promise.resolve()
  return {
    connection,
    started,
    supervise(onEvent) {
      watching = keepRunning(cluster, port, stopping.signal, onEvent)
    },
    async stop() {
      stopping.abort()
      await watching
      if (findPostmaster(cluster.directory)) {
        runAsServerUser(cluster, 'pg_ctl', ['stop', '-D', cluster.directory, '-m', 'fast', '-w'])
      }
    },
  }
}

async function startOrAdopt(
  cluster: Cluster,
  port: number | null,
): Promise<{ postmaster: Postmaster; started: boolean }> {
  const deadline = performance.now() + START_WITHIN_MS
  let started = false
  let failures = 0
  let lastError: unknown = null
  while (performance.now() < deadline && failures < START_ATTEMPTS) {
    const running = findPostmaster(cluster.directory)
    if (running?.ready && (await accepts(cluster, running))) return { postmaster: running, started }
    if (running === null) {
      try {
        start(cluster, port ?? (await freePort()))
        started = true
        continue
      } catch (error) {
        // Another command may be starting it too, or children of a killed server still hold its files: look again.
        lastError = error
        failures += 1
      }
    }
    await sleep(150)
  }
  throw new Error(`PostgreSQL did not start: ${String(lastError)}\n${lastLines(join(cluster.directory, 'server.log'))}`)
}

const connectionTo = (cluster: Cluster, { port, socketDirectory }: Postmaster) => ({
  host: socketDirectory,
  port,
  user: SUPERUSER,
  password: cluster.password,
  database: DATABASE,
})

/** The file may say "ready" of a server that is just going down. */
async function accepts(cluster: Cluster, postmaster: Postmaster): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(cluster, postmaster), database: 'postgres' })
  client.on('error', () => undefined)
  const accepted = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => undefined)
  return accepted
}

function start(cluster: Cluster, port: number): void {
  const sockets = cluster.directory.length <= SOCKET_DIRECTORY_LIMIT ? cluster.directory : tmpdir()
  runAsServerUser(cluster, 'pg_ctl', [
    'start',
    '-D',
    cluster.directory,
    '-l',
    join(cluster.directory, 'server.log'),
    '-w',
    '-t',
    '30',
    '-o',
    `-p ${port} -h 127.0.0.1 -k '${sockets}'`,
  ])
}

async function keepRunning(
  cluster: Cluster,
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
    onEvent('PostgreSQL is down; starting it again')
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    pauseMs = Math.min(RESTART_PAUSE_LIMIT_MS, pauseMs * 2 || 250)
    pid = await startOrAdopt(cluster, port).then(
      ({ postmaster }) => postmaster.pid,
      (error: Error) => {
        onEvent(error.message)
        return null
      },
    )
    if (pid !== null) onEvent('PostgreSQL is up again')
  }
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // Two commands on a fresh data directory: the other one made it first.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolvePort(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function lastLines(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(-10).join('\n')
  } catch {
    return '(the server wrote no log)'
  }
}
