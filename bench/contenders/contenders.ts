import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { RequestKind } from '../harness/requests.ts'
import { type Running, startProgram } from '../harness/start-program.ts'

export interface Contender extends Running {
  url: string
  sends: RequestKind
  /** Its PostgreSQL server. */
  databasePid: number | null
  /** Version of a program that is not ours. */
  version?: string | null
  /** Each request has a connection of its own. */
  newConnections?: boolean
  /** Ends when all acknowledged readings are stored; only for contenders that acknowledge before they store. */
  settled?: () => Promise<void>
}

/** Starts the service like `npm start`. */
export async function startTocsin(
  folder: string,
  databasePid: number,
  env: NodeJS.ProcessEnv = {},
): Promise<Contender> {
  const { scripts } = JSON.parse(readFileSync(pathOf('../../package.json'), 'utf8')) as { scripts: { start: string } }
  const args = scripts.start
    .split(' ')
    .slice(1)
    .map((arg) => (arg.startsWith('src/') ? pathOf(`../../${arg}`) : arg))
  const settings = { HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn', ...env }
  return takingReadings(await startNode('tocsin', args, folder, settings), databasePid)
}

export const startBareRoute = async (folder: string): Promise<Contender> =>
  takingReadings(await startNode('bare route', [pathOf('bare-route.ts')], folder, {}), null)

export const startTransactionRoute = (folder: string, connection: pg.ClientConfig, databasePid: number) =>
  startOnDatabase('transaction per request', 'transaction-route.ts', folder, connection, databasePid)

export const startInsertRoute = (folder: string, connection: pg.ClientConfig, databasePid: number) =>
  startOnDatabase('insert per request', 'insert-route.ts', folder, connection, databasePid)

async function startOnDatabase(
  name: string,
  file: string,
  folder: string,
  connection: pg.ClientConfig,
  databasePid: number,
): Promise<Contender> {
  const { host, port, user, password, database } = connection
  const env = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: String(password),
    PGDATABASE: database,
  }
  return takingReadings(await startNode(name, [pathOf(file)], folder, env), databasePid)
}

const startNode = (name: string, args: string[], folder: string, env: NodeJS.ProcessEnv): Promise<Running> =>
  startProgram({
    name,
    command: process.execPath,
    args: () => args,
    env: (port) => ({ ...env, PORT: `${port}` }),
    folder,
  })

const takingReadings = (program: Running, databasePid: number | null): Contender => ({
  ...program,
  url: `${program.origin}/api/telemetry/ingest`,
  sends: 'reading',
  databasePid,
})

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
