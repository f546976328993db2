import { setTimeout as sleep } from 'node:timers/promises'
import { pathTo } from '../src/platform/database/database.ts'
import {
  type Citus,
  type CitusServer,
  countPrepared,
  killable,
  openCitus,
  withoutCitus,
} from '../test/harness/citus.ts'
import { servedProgram } from '../test/harness/served.ts'
import { type Fault, type Ran, type Run, underLoad } from './fault.ts'
import type { Turn } from './load.ts'
import { openSite, type Site, untilReady } from './site.ts'
import { sendNext } from './turns.ts'

/** One on the coordinator, two on each of two workers. */
const CELLS = 5
const KILL_EVERY_MS = 3_000

/** Nodes of the service and servers of the database to kill in turn. */
interface Cluster extends Citus {
  site: Site
  nodes: readonly Site['served'][]
}

type Kill = (cluster: Cluster, round: number) => Promise<void>

const killServer =
  (choose: (cluster: Cluster, round: number) => CitusServer): Kill =>
  async (cluster, round) => {
    const server = await killable(choose(cluster, round))
    await server.kill()
    await sleep(200)
    await server.start()
  }

const KILLS: readonly (readonly [id: string, what: string, kill: Kill])[] = [
  ['C1', 'a worker', killServer(({ workers }, round) => workers[round % workers.length]!)],
  ['C2', 'the coordinator', killServer(({ coordinator }) => coordinator)],
  [
    'C3',
    'a node',
    async ({ nodes }, round) => {
      const node = nodes[round % nodes.length]!
      await node.killService()
      await node.start()
    },
  ],
]

/** Two nodes on a Citus, each with half of the devices, whose sites are in cells on all servers. */
export const CITUS_FAULTS: readonly Fault[] = KILLS.map(([id, what, kill]) => ({
  id,
  name: `kill -9 of ${what} of a Citus`,
  obstacle: withoutCitus,
  run: (run) => onCitus(run, kill),
}))

async function onCitus(run: Run, kill: Kill): Promise<Ran> {
  const citus = await openCitus(run.scope, 'tocsin_audit')
  const settings = { DATABASE_URL: citus.url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('hex'), WORKERS: '1' }
  const connection = { ...citus.connection, options: `-c search_path=${pathTo(null)}` }
  const site = await openSite(run.scope, { ...settings, CELLS: String(CELLS) }, { database: connection, sites: CELLS })
  const second = await servedProgram(run.scope, settings)
  await second.start()
  const nodes = [site.served, second]
  const sendToOne: Turn = (sender, sequence) => sendNext({ ...sender, url: nodes[sender.device % 2]!.url }, sequence)
  let round = 0
  const injected = await underLoad(site, run, {
    everyMs: KILL_EVERY_MS,
    turn: sendToOne,
    async inject() {
      await kill({ ...citus, site, nodes }, round)
      round += 1
      for (const { url } of nodes) await untilReady(url)
    },
  })
  const prepared = await countPrepared(citus)
  return {
    site,
    injected,
    ...(prepared > 0 ? { broken: { 'transactions are left prepared': prepared } } : {}),
  }
}
