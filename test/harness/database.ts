import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { cleanUp, type Scope } from './cleanup.ts'
import { CONNECTION_VARIABLE, TEMPLATE } from './global-setup.ts'

/** Creates a migrated database for this test. Dropped at its end. */
export const cloneDatabase = (t: Scope): Promise<pg.ClientConfig> => makeDatabase(t, TEMPLATE)

/** The same for a program that a test starts: its DATABASE_URL. A start without a cluster of its own takes half as long. */
export const databaseUrl = async (t: Scope): Promise<string> => urlOf(await cloneDatabase(t))

export const urlOf = ({ user, password, host, port, database }: pg.ClientConfig): string =>
  `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host!)}&port=${port}`

/** Creates a database without a schema. */
export const emptyDatabase = (t: Scope): Promise<pg.ClientConfig> => makeDatabase(t, 'template0')

/** Creates a copy of a database that nobody uses. */
export async function copyDatabase(t: Scope, { database }: pg.ClientConfig): Promise<pg.ClientConfig> {
  await connectionsClosed(database!)
  return await makeDatabase(t, database!)
}

/** Longer than the service waits: between the processes of many tests, a new connection may take some seconds. */
const CONNECT_WITHIN_MS = 30_000

async function makeDatabase(t: Scope, template: string): Promise<pg.ClientConfig> {
  const database = `test_${randomBytes(6).toString('hex')}`
  // Copying the files takes half of the time and of the processor that writing them through the log takes.
  await onServer(`create database ${database} template ${template} strategy file_copy`)
  cleanUp(t, async () => {
    await connectionsClosed(database)
    await onServer(`drop database ${database} with (force)`)
  })
  return { ...serverConnection(), database, connectionTimeoutMillis: CONNECT_WITHIN_MS }
}

/** A pool that has ended may still be closing its connections; one that is cut off meanwhile would fail the test. */
async function connectionsClosed(database: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await onServer(`select from pg_stat_activity where datname = '${database}' limit 1`)
    if (rows.length === 0) return
    await delay(10)
  }
}

/** One connection for all tests of a process, which may end while it is idle. */
let server: pg.Pool | null = null

async function onServer(statement: string): Promise<pg.QueryResult> {
  server ??= new pg.Pool({ ...serverConnection(), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  return await server.query(statement)
}

function serverConnection(): pg.ClientConfig {
  const given = process.env[CONNECTION_VARIABLE]
  if (given === undefined) throw new Error('Run the tests with `npm test`, or with --test-global-setup.')
  return JSON.parse(given)
}
