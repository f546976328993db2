import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import type pg from 'pg'
import type { Logger } from 'pino'
import sql from 'sql-template-tag'
import { BY_SYSTEM } from '../../core/audit-log/record-change.ts'
import { createUser } from '../../core/people/create-user.ts'
import { offerSetUp } from '../../core/people/set-up.ts'
import { hasAnyAdmin } from '../../core/people/user-store.ts'
import { findDemo } from '../../fleet/demo/demo-store.ts'
import { loadDemo } from '../../fleet/demo/manage-demo.ts'
import { systemClock } from '../../platform/clock.ts'
import { fillCells } from '../../platform/database/cells/add-cell.ts'
import { openCells } from '../../platform/database/cells/known-cells.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { logDestination, openLog } from '../../platform/log.ts'
import type { Service } from '../node/build-service.ts'
import { type Environment, encryptionKeyOf, readEnvironment } from '../node/environment.ts'
import { environmentInForce } from '../node/environment-in-force.ts'
import { requirePortsAndFolder } from '../node/require-ports-and-folder.ts'
import { startNode } from '../node/start-node.ts'
import { startWorkers, type Workers } from '../node/workers.ts'
import { connect } from './connect.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const WORKER = fileURLToPath(new URL('serve-worker.ts', import.meta.url))

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service')
    .option('--demo', 'add the demo fleet; it stays until it is deleted')
    .action(serve)
}

async function serve({ demo = false }: { demo?: boolean }): Promise<void> {
  const environment = readEnvironment(process.env)
  const log = openLog(environment.logLevel, await logDestination(environment.logFormat))
  let isStopping = false
  const starting = start(environment, log, demo)
  // Registered before the start is complete: a signal during the start would otherwise leave the database running.
  const close = () =>
    starting.then(
      (running) => running.close(),
      () => undefined,
    )
  stopOnSignal(close, environment.shutdownDelayS, (signal) => {
    isStopping = true
    log.info(`${signal}: finishing open requests`)
  })
  await starting.catch((error: unknown) => {
    // Ctrl+C also reaches the child processes of a start: that they end is intended.
    if (!isStopping) throw error
  })
}

/** Starts in order; `close` stops in the reverse order. */
async function start(environment: Environment, log: Logger, demo: boolean): Promise<Pick<Workers, 'close'>> {
  await requirePortsAndFolder(environment)
  const { connection, embedded } = await connect(environment, { part: 'service' })
  embedded?.supervise((event) => log.warn(event))
  try {
    const running = await startService(environment, connection, log, demo)
    return {
      async close() {
        await running.close()
        await embedded?.leave()
      },
    }
  } catch (error) {
    await embedded?.leave()
    throw error
  }
}

async function startService(
  environment: Environment,
  connection: pg.ClientConfig,
  log: Logger,
  demo: boolean,
): Promise<Workers | Service> {
  const migrations = await migrate(connection)
  if (migrations[0]?.startsWith('0001')) log.info({ migrations: migrations.length }, 'created the database')
  else if (migrations.length > 0) log.info({ migrations: migrations.join(' ') }, 'ran migrations')
  if (environment.cells > 1) await fillEmpty(connection, environment)
  // Created here if it is missing, so that all workers find the same key.
  encryptionKeyOf(environment)
  const { setupCode, publicUrl } = await prepare(connection, environment, demo)
  const onEvent = (event: string) => log.error(event)
  const running =
    environment.workers === 1
      ? await startNode({ environment, connection, log, runsJobs: true })
      : await startWorkers(WORKER, environment.workers, connection, onEvent, environment.mqtt === null ? 1 : 2)
  process.stdout.write(welcome({ ...environment, publicUrl }, { setupCode }))
  return running
}

const SHORT = { connections: 1, applicationName: 'tocsin start', onError: () => undefined }

/** Creates the cells of an empty database: later, the number in the settings has no effect. */
async function fillEmpty(connection: pg.ClientConfig, { cells }: Environment): Promise<void> {
  const db = await openCells(connection, SHORT)
  try {
    const [found] = await db.query<{ is_used: boolean }>(sql`
      select exists (select from users) or exists (select from devices) as is_used`)
    if (!found!.is_used) await fillCells(db, cells, systemClock())
  } finally {
    await db.close()
  }
}

/**
 * Creates the demo fleet and the administrator of the environment. Returns the URL of the service, and without an
 * administrator the setup code with which a person creates the first one.
 */
async function prepare(connection: pg.ClientConfig, environment: Environment, demo: boolean) {
  const db = await openCells(connection, SHORT)
  try {
    if (environment.firstAdmin !== null && !(await hasAnyAdmin(db))) {
      await createUser(db, { ...environment.firstAdmin, role: 'admin' }, BY_SYSTEM, systemClock())
    }
    if (demo && (await findDemo(db)) === null) await loadDemo(db, BY_SYSTEM, systemClock())
    const setupCode = await offerSetUp(db, systemClock())
    return { setupCode, publicUrl: (await environmentInForce(db, environment)).publicUrl }
  } finally {
    await db.close()
  }
}

/** Text for the terminal once the service answers: its address, and how to send a first reading. */
function welcome(environment: Environment, { setupCode }: { setupCode: string | null }): string {
  const address = `http://localhost:${environment.port}`
  const firstAdmin =
    setupCode === null
      ? []
      : [
          '',
          'There is no administrator yet. Open this link within an hour to create one:',
          '',
          `  ${environment.publicUrl}/setup?code=${setupCode}`,
          '',
          'Or, in another terminal: npx tocsin user add you@example.org --role admin',
        ]
  return [
    '',
    `Tocsin is running at ${environment.publicUrl}`,
    `  data in ${environment.databaseUrl === null ? environment.dataDir : 'the database of DATABASE_URL'}`,
    ...(environment.mqtt === null
      ? []
      : [`  MQTT${environment.mqtt.tls === null ? '' : ' with TLS'} on port ${environment.mqtt.port}`]),
    ...firstAdmin,
    '',
    'A device, its token, and a first reading:',
    '',
    '  npx tocsin device add "Bedside monitor" --module health',
    `  curl ${address}/api/telemetry/ingest -H 'Content-Type: application/json' \\`,
    '    -H \'X-Device-Token: THE_TOKEN\' -d \'{"module":"health","metrics":{"systolic":185,"diastolic":95}}\'',
    '',
    `The alert that it raises: ${environment.publicUrl}/alerts`,
    '',
    'More: npx tocsin --help, and the documents in docs/. Stop with Ctrl+C.',
    '',
    '',
  ].join('\n')
}
