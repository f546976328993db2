import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { embeddedPostgres } from '../src/platform/embedded-postgres/supervisor.ts'
import { migrate } from '../src/platform/migrate.ts'
import { cleanUp } from '../test/harness/cleanup.ts'
import { type Cut, startCommitProxy } from '../test/harness/commit-proxy.ts'
import { type Fault, type Run, underLoad } from './fault.ts'
import { temporaryFolder } from './folder.ts'
import { openSite, untilReady } from './site.ts'

const KILL_EVERY_MS = 1_500
const CUT_EVERY_MS = 200
/** Each stops a lane for five seconds, until nobody has answered for that long. */
const HALF_OPEN_EVERY = 20

export const KILL_SERVICE: Fault = {
  id: 'F1',
  name: 'kill -9 of the service',
  run: (run) => killService(run, {}),
}

async function killService(run: Run, settings: Record<string, string>) {
  const site = await openSite(run.scope, settings)
  const injected = await underLoad(site, run, {
    everyMs: KILL_EVERY_MS,
    async inject() {
      await site.served.killService()
      await site.served.start()
    },
  })
  return { site, injected }
}

/** The same fault on a service that answers before its commit. An audit that finds nothing there is blind. */
export const CONTROL: Fault = {
  id: 'control',
  name: 'the same, answering too early',
  run: (run) =>
    killService(run, { NODE_OPTIONS: `--import ${pathToFileURL(`${import.meta.dirname}/answer-early.ts`).href}` }),
}

export const KILL_BACKEND: Fault = {
  id: 'F2',
  name: 'kill -9 of a PostgreSQL process',
  async run(run) {
    const site = await openSite(run.scope)
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
  },
}

/** The server ends all its processes with the one that was killed, this connection's among them. */
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

export const KILL_POSTMASTER: Fault = {
  id: 'F3',
  name: 'kill -9 of the PostgreSQL server',
  async run(run) {
    const site = await openSite(run.scope)
    const injected = await underLoad(site, run, {
      everyMs: KILL_EVERY_MS,
      async inject() {
        site.served.killDatabase()
        await sleep(50)
        await untilReady(site.served.url)
      },
    })
    return { site, injected }
  },
}

const CUTS: Cut[] = [
  { lost: 'request', connection: 'closed' },
  { lost: 'answer', connection: 'closed' },
]
const HALF_OPEN_CUTS: Cut[] = [
  { lost: 'request', connection: 'half-open' },
  { lost: 'answer', connection: 'half-open' },
]

export const CUT_COMMIT: Fault = {
  id: 'F4',
  name: 'connection cut at COMMIT',
  async run(run) {
    const postgres = await embeddedPostgres(temporaryFolder(run.scope))
    cleanUp(run.scope, () => postgres.stop())
    await migrate(postgres.connection)
    const proxy = await startCommitProxy(postgres.connection)
    cleanUp(run.scope, proxy.close)
    const { user, password, database } = postgres.connection
    const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1:${proxy.port}/${database}`
    const site = await openSite(run.scope, { DATABASE_URL }, postgres.connection)
    let round = 0
    await underLoad(site, run, {
      everyMs: CUT_EVERY_MS,
      inject() {
        // A group whose every try is cut is given up after four.
        if (proxy.waitingCuts() > 0) return
        const cuts = round % HALF_OPEN_EVERY === 0 ? HALF_OPEN_CUTS : CUTS
        proxy.cutNext(cuts[Math.ceil(round / HALF_OPEN_EVERY + round) % 2]!)
        round += 1
      },
    })
    return { site, injected: proxy.cuts() }
  },
}
