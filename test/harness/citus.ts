import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cleanUp, type Scope } from './cleanup.ts'

/** Address of any database on the coordinator of a Citus, with the login of a superuser. */
const VARIABLE = 'CITUS_URL'

/** Why tests of Citus cannot run, or null. */
export const withoutCitus = (): string | null =>
  process.env[VARIABLE] === undefined ? `there is no ${VARIABLE} of a Citus to test with` : null

export interface CitusServer {
  name: string
  connection: pg.ClientConfig
}

export interface Citus {
  /** An empty database on the coordinator, with all workers. */
  url: string
  connection: pg.ClientConfig
  coordinator: CitusServer
  workers: readonly CitusServer[]
}

/** Makes a database of this name on all servers of the given Citus. Dropped at the end. */
export async function openCitus(scope: Scope, database: string): Promise<Citus> {
  const given = new URL(process.env[VARIABLE]!)
  const [own, ...others] = await query<{ host: string; port: number; is_coordinator: boolean }>(
    { connectionString: given.href },
    `select nodename as host, nodeport as port, groupid = 0 as is_coordinator
     from pg_dist_node where noderole = 'primary' and (groupid = 0 or shouldhaveshards) order by groupid`,
  )
  if (own?.is_coordinator !== true || others.length === 0)
    throw new Error(`${VARIABLE} is not the coordinator of a Citus with workers`)
  const server = (name: string, { host, port }: { host: string; port: number }): CitusServer => {
    const url = new URL(given)
    url.hostname = host
    url.port = String(port)
    url.pathname = database
    return { name, connection: { connectionString: url.href } }
  }
  const coordinator = server('coordinator', own)
  const workers = others.map((place, index) => server(`worker ${index + 1}`, place))
  const all = [coordinator, ...workers]
  const drop = async () => {
    for (const { connection } of all)
      await query(besides(connection), `drop database if exists ${database} with (force)`)
  }
  await drop()
  cleanUp(scope, drop)
  for (const { connection } of all) {
    await query(besides(connection), `create database ${database}`)
    await query(connection, 'create extension citus')
  }
  await query(coordinator.connection, `select citus_set_coordinator_host('${own.host}', ${own.port})`)
  for (const { host, port } of others) await query(coordinator.connection, `select citus_add_node('${host}', ${port})`)
  const { connection } = coordinator
  return { url: connection.connectionString!, connection, coordinator, workers }
}

/** The database that every server has. */
function besides({ connectionString }: pg.ClientConfig): pg.ClientConfig {
  const url = new URL(connectionString!)
  url.pathname = 'postgres'
  return { connectionString: url.href }
}

export async function query<Row extends object>(
  connection: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Id of the first process of a server on this machine. */
export async function processOf(server: CitusServer): Promise<number> {
  return pidIn(await folderOf(server))
}

async function folderOf(server: CitusServer): Promise<string> {
  const [found] = await query<{ folder: string }>(
    besides(server.connection),
    `select current_setting('data_directory') as folder`,
  )
  return found!.folder
}

const pidIn = (folder: string): number => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

/** A server on this machine, which can be killed and started again as it was. */
export interface KillableServer {
  kill(): Promise<void>
  start(): Promise<void>
}

const STARTS_WITHIN_MS = 60_000

/** Throws for a server on another machine. */
export async function killable(server: CitusServer): Promise<KillableServer> {
  const connection = besides(server.connection)
  const folder = await folderOf(server)
  const program = readlinkSync(`/proc/${pidIn(folder)}/exe`)
  const { uid, gid } = statSync(folder)
  return {
    async kill() {
      const killed = pidIn(folder)
      process.kill(killed, 'SIGKILL')
      while (isAlive(killed)) await sleep(10)
    },
    async start() {
      const deadline = Date.now() + STARTS_WITHIN_MS
      for (;;) {
        // Processes of the killed server may still hold its memory.
        const started = spawn(program, ['-D', folder], { uid, gid, cwd: folder, stdio: 'ignore', detached: true })
        started.unref()
        const ended = once(started, 'exit')
        while (started.exitCode === null) {
          if (await answers(connection)) return
          await Promise.race([ended, sleep(50)])
        }
        if (Date.now() > deadline) throw new Error(`${server.name} does not start again`)
        await sleep(100)
      }
    },
  }
}

const answers = (connection: pg.ClientConfig): Promise<boolean> =>
  query(connection, 'select 1').then(
    () => true,
    () => false,
  )

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const SETTLED_WITHIN_MS = 90_000

/** Transactions of several servers that are neither committed nor rolled back, after Citus had the time to decide. */
export async function countPrepared({ coordinator, workers }: Citus): Promise<number> {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const counts = await Promise.all(
      [coordinator, ...workers].map(({ connection }) =>
        query<{ count: number }>(connection, 'select count(*)::integer as count from pg_prepared_xacts'),
      ),
    )
    const count = counts.reduce((sum, [row]) => sum + row!.count, 0)
    if (count === 0 || Date.now() > deadline) return count
    await sleep(1_000)
  }
}
