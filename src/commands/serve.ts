import { Command } from 'commander'
import { systemClock } from '../platform/clock.ts'
import { openLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { buildService, type Service } from '../server/build-service.ts'
import { type Config, encryptionKeyOf, readConfig } from '../server/config.ts'
import { createUser, hasAnyAdmin } from '../users/user-store.ts'
import { connect } from './connect.ts'
import { welcome } from './welcome.ts'

/** After this, open requests and the database have had their time. */
const HARD_EXIT_MS = 25_000

export function serveCommand(): Command {
  return new Command('serve').description('run the service').action(serve)
}

/** Starts in order; stops in the reverse order. */
async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel)
  const { connection, embedded } = await connect(config)
  embedded?.supervise((event) => log.warn(event))
  const migrations = await migrate(connection)
  if (migrations.length > 0) log.info({ migrations }, 'the schema was brought up to date')
  const encryptionKey = encryptionKeyOf(config)
  const service = await buildService({ config, connection, encryptionKey, clock: systemClock, log })
  const hasAdmin = await createFirstAdmin(service, config)
  await service.http.listen({ host: config.host, port: config.port, backlog: 4_096 })
  service.startJobs()
  process.stdout.write(welcome(config, { hasAdmin }))

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info(`${signal}: finishing what is under way`)
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref()
    await service.close()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

async function createFirstAdmin({ db }: Service, config: Config): Promise<boolean> {
  if (await hasAnyAdmin(db)) return true
  if (config.firstAdmin === null) return false
  await createUser(db, { ...config.firstAdmin, role: 'admin' }, systemClock())
  return true
}
