import { setTimeout as sleep } from 'node:timers/promises'
import { pathTo, schemaOf } from '../src/platform/database/database.ts'
import {
  type Citus,
  type CitusServer,
  countPrepared,
  killable,
  openCitus,
  query,
  withoutCitus,
} from '../test/harness/citus.ts'
import { servedProgram } from '../test/harness/served.ts'
import { type Fault, type Ran, type Run, underLoad } from './fault.ts'
import type { Turn } from './load.ts'
import { openSite, type Site, untilReady } from './site.ts'
import { sendNext } from './turns.ts'

/** One on the coordinator, two on each of two workers. */
const CELLS = 5
const DISTURB_EVERY_MS = 3_000
const MOVE_TRIES = 20

/** Nodes of the service and servers of the database to disturb in turn. */
interface Cluster extends Citus {
  site: Site
  nodes: readonly Site['served'][]
}

type Disturb = (cluster: Cluster, round: number) => Promise<void>

const killServer =
  (choose: (cluster: Cluster, round: number) => CitusServer): Disturb =>
  async (cluster, round) => {
    const server = await killable(choose(cluster, round))
    await server.kill()
    await sleep(200)
    await server.start()
  }

const killNode: Disturb = async ({ nodes }, round) => {
  const node = nodes[round % nodes.length]!
  await node.killService()
  await node.start()
}

/** To the worker where it is not. Citus refuses it while it cleans up after the move before. */
const moveCell: Disturb = async ({ connection }, round) => {
  const schema = schemaOf(1 + (round % (CELLS - 1)))
  const move = () =>
    query(
      connection,
      `select citus_schema_move($1::regnamespace, nodename, nodeport)
       from pg_dist_node
       where shouldhaveshards and groupid > 0 and groupid not in (
         select groupid from pg_dist_placement join pg_dist_shard using (shardid) where logicalrelid = $2::regclass
       )
       limit 1`,
      [schema, `${schema}.device_states`],
    )
  for (let tries = 1; ; tries += 1) {
    const refused = await move().then(
      () => null,
      (error: unknown) => error,
    )
    if (refused === null) return
    if (tries === MOVE_TRIES) throw refused
    await sleep(1_000)
  }
}

const DISTURBANCES: readonly (readonly [id: string, name: string, disturb: Disturb])[] = [
  ['C1', 'kill -9 of a worker of a Citus', killServer(({ workers }, round) => workers[round % workers.length]!)],
  ['C2', 'kill -9 of the coordinator of a Citus', killServer(({ coordinator }) => coordinator)],
  ['C3', 'kill -9 of a node on a Citus', killNode],
  ['C4', 'cells move between the workers of a Citus', moveCell],
]

/** Two nodes on a Citus, each with half of the devices, whose sites are in cells on all servers. */
export const CITUS_FAULTS: readonly Fault[] = DISTURBANCES.map(([id, name, disturb]) => ({
  id,
  name,
  obstacle: withoutCitus,
  run: (run) => onCitus(run, disturb),
}))

async function onCitus(run: Run, disturb: Disturb): Promise<Ran> {
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
    everyMs: DISTURB_EVERY_MS,
    turn: sendToOne,
    async inject() {
      await disturb({ ...citus, site, nodes }, round)
      round += 1
      for (const { url } of nodes) await untilReady(url)
    },
  })
  // The servers have no moment in common, so nothing may be on its way when they are compared.
  for (const node of nodes) await node.stop()
  const prepared = await countPrepared(citus)
  return {
    site,
    injected,
    ...(prepared > 0 ? { broken: { 'transactions are left prepared': prepared } } : {}),
  }
}
