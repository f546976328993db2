import type pg from 'pg'
import { type Database, openDatabase } from '../platform/database.ts'
import { type EmbeddedPostgres, embeddedPostgres } from '../platform/embedded-postgres/supervisor.ts'
import { migrate } from '../platform/migrate.ts'
import { type Config, readConfig } from '../server/config.ts'

export interface Connected {
  connection: pg.ClientConfig
  /** Null when DATABASE_URL names a server. */
  embedded: EmbeddedPostgres | null
}

/** The database that the configuration means, started if it is the embedded one. */
export async function connect(config: Config): Promise<Connected> {
  if (config.databaseUrl !== null) return { connection: { connectionString: config.databaseUrl }, embedded: null }
  const embedded = await embeddedPostgres(config.dataDir, config.postgresPort)
  return { connection: embedded.connection, embedded }
}

/** Runs a short command on the migrated database, and leaves the embedded server as it was found. */
export async function withDatabase<Result>(work: (db: Database, config: Config) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const { connection, embedded } = await connect(config)
  try {
    await migrate(connection)
    const db = openDatabase(connection, { connections: 2, applicationName: 'tocsin command', onError: () => undefined })
    try {
      return await work(db, config)
    } finally {
      await db.close()
    }
  } finally {
    if (embedded?.started) await embedded.stop()
  }
}
