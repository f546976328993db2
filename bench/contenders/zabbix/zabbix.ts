// Zabbix 6.0 with a PostgreSQL of its own: monitoring that evaluates triggers and sends webhooks, like the service, and
// acknowledges values before they are in its database. Both run from a temporary folder, never as system services.
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findPostmaster } from '../../../src/platform/postgres/postmaster.ts'
import { type EmbeddedPostgres, embeddedPostgres } from '../../../src/platform/postgres/supervisor.ts'
import { exchange } from '../../harness/new-connections.ts'
import { contentOf, STATS_REQUEST, senderRequest } from '../../harness/sender-protocol.ts'
import { freePort, startProgram } from '../../harness/start-program.ts'
import type { Contender } from '../contenders.ts'
import { debianVersion, findCommand, skipped } from '../find-command.ts'
import { configureZabbix } from './configure.ts'

/** The server in Debian's package postgresql-15, which Zabbix 6.0 supports; ours is newer. */
const POSTGRES = '/usr/lib/postgresql/15'
const LOOK_EVERY_MS = 100
/** Zabbix takes no port from 32768, where those begin that the system gives away. */
const PORTS = { from: 20_000, to: 32_767 }

export interface Zabbix extends Contender {
  connection: pg.ClientConfig
}

/** Null, and a line that says so, if it is not installed. Every problem of a host is posted to `webhookUrl`. */
export async function startZabbix(
  folder: string,
  hosts: number,
  webhookUrl = 'http://127.0.0.1:9/',
): Promise<Zabbix | null> {
  const command = findCommand('zabbix_server')
  if (command === null || !existsSync(POSTGRES)) return skipped('Zabbix', 'zabbix-server-pgsql postgresql-15')
  const own = join(folder, 'zabbix')
  mkdirSync(own)
  chmodSync(own, 0o711)
  // The same settings as those of the service's server.
  const postgres = await embeddedPostgres(own, { binaries: POSTGRES })
  try {
    return await startServer(command, own, postgres, hosts, webhookUrl)
  } catch (error) {
    await postgres.leave()
    throw error
  }
}

async function startServer(
  command: string,
  own: string,
  { connection, leave }: EmbeddedPostgres,
  hosts: number,
  webhookUrl: string,
): Promise<Zabbix> {
  await configureZabbix(connection, hosts, webhookUrl)
  const file = join(own, 'zabbix_server.conf')
  const args = (port: number) => {
    writeFileSync(file, settingsOf(own, port, connection), { mode: 0o600 })
    return ['--foreground', '--config', file]
  }
  const urlOf = (origin: string) => origin.replace('http:', 'tcp:')
  const isAnswering = async (origin: string) => (await exchange(urlOf(origin), senderRequest(''))) !== null
  const port = await freeLowPort()
  const program = await startProgram({ name: 'Zabbix', command, args, folder: own, port, isAnswering })
  return {
    ...program,
    connection,
    url: urlOf(program.origin),
    version: debianVersion('zabbix-server-pgsql'),
    sends: 'sender data',
    databasePid: findPostmaster(join(own, 'postgres'))!.pid,
    settled: () => untilStored(urlOf(program.origin)),
    async stop() {
      // In good order it would first store all values that it holds, which nobody waits for; and killed alone, after too
      // long, it would leave its children behind.
      program.kill()
      await program.stop()
      await leave()
    },
  }
}

async function freeLowPort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to + 1)
    const isFree = await freePort(port).then(
      () => true,
      () => false,
    )
    if (isFree) return port
  }
}

/**
 * Caches of configuration and values large enough for 1,000 hosts, and more trappers; otherwise Zabbix's defaults.
 * Processes that only other kinds of items need are left out.
 */
const settingsOf = (
  own: string,
  port: number,
  { host, port: databasePort, user, password, database }: pg.ClientConfig,
) => `
ListenIP=127.0.0.1
ListenPort=${port}
StatsAllowedIP=127.0.0.1
AllowRoot=1
LogType=console
PidFile=${own}/zabbix_server.pid
SocketDir=${own}
DBHost=${host}
DBPort=${databasePort}
DBUser=${user}
DBPassword=${password}
DBName=${database}
CacheSize=256M
ValueCacheSize=256M
TrendCacheSize=64M
StartTrappers=10
StartPollers=0
StartPollersUnreachable=0
StartPingers=0
StartDiscoverers=0
StartHTTPPollers=0
StartODBCPollers=0
StartProxyPollers=0
`

/** Waits until the cache of values that are acknowledged and not yet in the database is empty. */
async function untilStored(url: string): Promise<void> {
  for (;;) {
    const answer = await exchange(url, STATS_REQUEST)
    if (answer === null) throw new Error('Zabbix does not answer')
    const { data } = contentOf<{ data: { wcache: { history: { pfree: number } } } }>(answer)
    if (data.wcache.history.pfree === 100) return
    await sleep(LOOK_EVERY_MS)
  }
}
