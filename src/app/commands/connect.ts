import type pg from 'pg'
import { openCells } from '../../platform/database/cells/known-cells.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { requireServer } from '../../platform/database/require-database.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, embeddedPostgres } from '../../platform/postgres/supervisor.ts'
import { type Environment, readEnvironment } from '../node/environment.ts'

interface Connected {
  connection: pg.ClientConfig
  /** Null if DATABASE_URL is set. */
  embedded: EmbeddedPostgres | null
}

type Options = Pick<EmbeddedOptions, 'part' | 'looksOnly'>

/** Connects to the configured database, starting it if it is the embedded one. */
export async function connect(environment: Environment, options: Options = {}): Promise<Connected> {
  if (environment.databaseUrl === null) {
    const embedded = await embeddedPostgres(environment.dataDir, { port: environment.postgresPort, ...options })
    return { connection: embedded.connection, embedded }
  }
  const connection = { connectionString: environment.databaseUrl }
  await requireServer(connection)
  return { connection, embedded: null }
}

/**
 * Runs a short command beside the service or without one. The embedded server is left as it was found, also when a
 * signal ends the command.
 */
export async function withConnection<Result>(
  environment: Environment,
  work: (connection: pg.ClientConfig) => Promise<Result>,
  options: Options = {},
): Promise<Result> {
  const connecting = connect(environment, options)
  let leaving: Promise<void> | undefined
  const leave = () => {
    leaving ??= connecting.then(
      ({ embedded }) => embedded?.leave(),
      () => undefined,
    )
    return leaving
  }
  const onSignal = () => void leave().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, onSignal)
  try {
    return await work((await connecting).connection)
  } finally {
    await leave()
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The same on the migrated database. */
export function withDatabase<Result>(
  work: (db: Database, environment: Environment) => Promise<Result>,
): Promise<Result> {
  const environment = readEnvironment(process.env)
  return withConnection(environment, async (connection) => {
    await migrate(connection)
    const db = await openCells(connection, {
      connections: 2,
      applicationName: 'tocsin command',
      onError: () => undefined,
    })
    try {
      return await work(db, environment)
    } finally {
      await db.close()
    }
  })
}
