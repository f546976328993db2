import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../src/platform/database/migrate.ts'
import { embeddedPostgres } from '../src/platform/postgres/supervisor.ts'
import { cleanUp } from '../test/harness/cleanup.ts'
import { type Cut, startCommitProxy } from '../test/harness/commit-proxy.ts'
import { workersOf } from '../test/harness/processes.ts'
import { temporaryFolder } from '../test/harness/temporary-folder.ts'
import { brokenBy } from './break-promise.ts'
import { type Fault, type Ran, type Run, underLoad } from './fault.ts'
import { openSite, untilReady } from './site.ts'

const KILL_EVERY_MS = 1_500
const CUT_EVERY_MS = 200
/** Each blocks a queue for five seconds, until the timeout. */
const HALF_OPEN_EVERY = 20

/** `settings` are environment variables of the service. */
type Crash = (run: Run, settings: Record<string, string>) => Promise<Ran>

async function killService(run: Run, settings: Record<string, string>) {
  const site = await openSite(run.scope, settings)
  let rounds = 0
  const injected = await underLoad(site, run, {
    everyMs: KILL_EVERY_MS,
    async inject() {
      // Alternates between killing the parent with its workers, and the parent alone: then the workers have to notice.
      const workers = rounds % 2 === 0 ? workersOf(site.served) : []
      rounds += 1
      for (const pid of workers) process.kill(pid, 'SIGKILL')
      await site.served.killService()
      await site.served.start()
    },
  })
  return { site, injected }
}

/** F1 on a service that answers before its commit. A check that finds no loss there is blind. */
export const CONTROL: Fault = {
  id: 'control',
  name: 'kill -9, answering too early',
  run: (run) => killService(run, brokenBy('answer-early.ts')),
}

async function killBackend(run: Run, settings: Record<string, string>) {
  const site = await openSite(run.scope, settings)
  const connection = await site.connection()
  const injected = await underLoad(site, run, {
    everyMs: KILL_EVERY_MS,
    async inject() {
      process.kill(await ingestingProcess(connection), 'SIGKILL')
      await sleep(50)
      await untilReady(site.served.url)
    },
  })
  return { site, injected }
}

/** The server ends all its processes together with the killed one, including the one of this connection. */
async function ingestingProcess(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'tocsin ingestion' order by xact_start limit 1`,
      )
      if (rows[0] !== undefined) return rows[0].pid
      await sleep(50)
    }
  } finally {
    await client.end()
  }
}

async function killPostmaster(run: Run, settings: Record<string, string>) {
  const site = await openSite(run.scope, settings)
  const injected = await underLoad(site, run, {
    everyMs: KILL_EVERY_MS,
    async inject() {
      site.served.killDatabase()
      await sleep(50)
      await untilReady(site.served.url)
    },
  })
  return { site, injected }
}

const CUTS: Cut[] = [
  { lost: 'request', connection: 'closed' },
  { lost: 'answer', connection: 'closed' },
]
const HALF_OPEN_CUTS: Cut[] = [
  { lost: 'request', connection: 'half-open' },
  { lost: 'answer', connection: 'half-open' },
]

async function cutCommit(run: Run, settings: Record<string, string>) {
  const postgres = await embeddedPostgres(temporaryFolder(run.scope))
  cleanUp(run.scope, () => postgres.leave())
  await migrate(postgres.connection)
  const proxy = await startCommitProxy(postgres.connection)
  cleanUp(run.scope, proxy.close)
  const { user, password, database } = postgres.connection
  const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`
  const site = await openSite(run.scope, { DATABASE_URL, ...settings }, { database: postgres.connection })
  let round = 0
  await underLoad(site, run, {
    everyMs: CUT_EVERY_MS,
    inject() {
      // A group whose attempts are all cut is given up after four.
      if (proxy.waitingCuts() > 0) return
      const cuts = round % HALF_OPEN_EVERY === 0 ? HALF_OPEN_CUTS : CUTS
      proxy.cutNext(cuts[Math.ceil(round / HALF_OPEN_EVERY + round) % 2]!)
      round += 1
    },
  })
  return { site, injected: proxy.cuts() }
}

const CRASHES: readonly (readonly [id: string, name: string, crash: Crash])[] = [
  ['F1', 'kill -9 of the service', killService],
  ['F2', 'kill -9 of a PostgreSQL process', killBackend],
  ['F3', 'kill -9 of the PostgreSQL server', killPostmaster],
  ['F4', 'connection cut at COMMIT', cutCommit],
]

/** Each fault on a service with one process, and on one with two workers. */
export const CRASH_FAULTS: readonly Fault[] = CRASHES.flatMap(([id, name, crash]) => [
  { id, name, run: (run: Run) => crash(run, {}) },
  { id: `${id}W`, name: `${name}, two workers`, run: (run: Run) => crash(run, { WORKERS: '2' }) },
])
