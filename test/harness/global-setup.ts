import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { fillCells } from '../../src/platform/database/cells/add-cell.ts'
import { openCells } from '../../src/platform/database/cells/known-cells.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type EmbeddedPostgres, embeddedPostgres } from '../../src/platform/postgres/supervisor.ts'
import { unpackChromium } from './chromium-binary.ts'

/** Folder with the programs of another PostgreSQL to run the tests on, such as /usr/lib/postgresql/15/bin. */
const { TEST_POSTGRES_BIN } = process.env

/** One PostgreSQL server for the whole run, with a migrated database that every test clones. */
export const TEMPLATE = 'tocsin_template'
export const CONNECTION_VARIABLE = 'TOCSIN_TEST_POSTGRES'

let folder: string
let postgres: EmbeddedPostgres

export async function globalSetup(): Promise<void> {
  const binaries = TEST_POSTGRES_BIN && dirname(TEST_POSTGRES_BIN)
  folder = mkdtempSync(join(tmpdir(), 'tocsin-test-'))
  // When started as root, the server runs as another user, which must be able to traverse the folder.
  chmodSync(folder, 0o711)
  postgres = await embeddedPostgres(folder, { binaries })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  // Nothing has to outlive the run; durability tests start their own server.
  await client.query('alter system set fsync = off')
  await client.query('alter system set max_connections = 200')
  await shortenLogins(client)
  await client.end()
  await postgres.leave()
  postgres = await embeddedPostgres(folder, { binaries })
  const admin = new pg.Client(postgres.connection)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate({ ...postgres.connection, database: TEMPLATE })
  const cells = Number(process.env.CELLS ?? 1)
  if (cells > 1) {
    const db = await openCells(
      { ...postgres.connection, database: TEMPLATE },
      { connections: 1, applicationName: 'tocsin cells', onError: () => undefined },
    )
    await fillCells(db, cells, new Date())
    await db.close()
  }
  await unpackChromium()
  process.env[CONNECTION_VARIABLE] = JSON.stringify(postgres.connection)
}

/** A test opens ten connections, and each would hash the password of the server 4,096 times. */
async function shortenLogins(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  )
  if (rows[0]!.version < 160_000) return
  const { user, password } = postgres.connection as { user: string; password: string }
  await client.query('set scram_iterations = 1')
  await client.query(`alter role ${user} password ${client.escapeLiteral(password)}`)
}

export async function globalTeardown(): Promise<void> {
  await postgres.leave()
  rmSync(folder, { recursive: true, force: true })
}
