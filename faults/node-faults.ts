import { setTimeout as sleep } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { migrate } from '../src/platform/database/migrate.ts'
import { embeddedPostgres } from '../src/platform/postgres/supervisor.ts'
import { cleanUp } from '../test/harness/cleanup.ts'
import { NGINX } from '../test/harness/nginx.ts'
import { startProxy } from '../test/harness/proxy.ts'
import { freePort, type Served, servedProgram } from '../test/harness/served.ts'
import { temporaryFolder } from '../test/harness/temporary-folder.ts'
import { type Fault, type Ran, type Run, underLoad } from './fault.ts'
import type { Turn } from './load.ts'
import { openSite } from './site.ts'
import { sendOne } from './turns.ts'

const DEVICES = 300
/** Share of requests that may be answered with anything but 200. */
const REFUSED_AT_MOST = 0.0001
/** Shorter than the time for which nginx skips a failed node: the shutdown delay of the next node must bridge that. */
const CALM_AFTER_RESTART_MS = 1_000
/** Longer than that: of two nodes, only one is down at a time. */
const CALM_AFTER_KILL_MS = 4_000

/** With pauses, so that connections become idle: those are the ones that a stop may break. */
const nowAndThen: Turn = async (sender, sequence) => {
  await sendOne(sender, sequence)
  await sleep(800 * Math.random())
}

export const RESTART_NODES: Fault = {
  id: 'F12',
  name: 'nodes restarted in turn behind nginx',
  obstacle: () => NGINX.skip || null,
  run: (run) =>
    behindNginx(run, CALM_AFTER_RESTART_MS, async (node) => {
      await node.stop()
      await node.start()
    }),
}

export const KILL_NODE: Fault = {
  id: 'F13',
  name: 'kill -9 of a node behind nginx',
  obstacle: () => NGINX.skip || null,
  run: (run) =>
    behindNginx(run, CALM_AFTER_KILL_MS, async (node) => {
      await node.killService()
      await node.start()
    }),
}

/**
 * Two nodes, one database, several hundred devices, and the proxy configured as in the sample. One node is down at a
 * time.
 */
async function behindNginx(run: Run, everyMs: number, inject: (node: Served) => Promise<void>): Promise<Ran> {
  const postgres = await embeddedPostgres(temporaryFolder(run.scope))
  cleanUp(run.scope, () => postgres.leave())
  await migrate(postgres.connection)
  const { user, password, database, port } = postgres.connection
  const settings = {
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('hex'),
    SHUTDOWN_DELAY_S: '5',
    WORKERS: '1',
  }
  const site = await openSite(run.scope, settings, { database: postgres.connection, devices: DEVICES })
  const second = await servedProgram(run.scope, settings)
  await second.start()
  const nodes = [site.served, second]
  const proxy = await startProxy(
    run.scope,
    NGINX,
    await freePort(),
    nodes.map(({ url }) => url),
  )
  setDefaultCACertificates([proxy.certificate.cert])
  let turns = 0
  const injected = await underLoad(site, run, {
    everyMs,
    turn: nowAndThen,
    urls: [proxy.url],
    async inject() {
      await inject(nodes[turns % 2]!)
      turns += 1
    },
  })
  const { ok, fail, info } = run.ledger.concluded
  const refused = fail + info
  const remark = `${refused} of ${ok + refused} requests got something else than 200`
  const isTooMuch = refused > REFUSED_AT_MOST * (ok + refused)
  return {
    site,
    injected,
    remark,
    ...(isTooMuch ? { broken: { 'requests got something else than 200': refused } } : {}),
  }
}
