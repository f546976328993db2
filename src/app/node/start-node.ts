import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { lowerHashPriority } from '../../core/people/passwords/hashing.ts'
import { systemClock } from '../../platform/clock.ts'
import { refusedPort } from '../../platform/ports.ts'
import { watchProcess } from '../metrics/node-metrics.ts'
import { buildService, type Service } from './build-service.ts'
import { type Environment, encryptionKeyOf } from './environment.ts'
import { metricsAmongWorkers } from './worker-metrics.ts'

interface NodeOptions {
  environment: Environment
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  runsJobs: boolean
  /** True for one of several processes of this node. */
  isWorker?: boolean
}

/**
 * Starts a node on a migrated database; it listens when this resolves. `close` first reports "not ready" for a while,
 * because load balancers keep sending requests until they have noticed.
 */
export async function startNode(options: NodeOptions): Promise<Service> {
  const { environment, connection, log, runsJobs, isWorker = false } = options
  const encryptionKey = encryptionKeyOf(environment)
  lowerHashPriority()
  allocateInYoungGeneration()
  const parts = { environment, connection, encryptionKey, clock: systemClock, log }
  const service = await buildService({ ...parts, ...(isWorker ? { shareMetrics: metricsAmongWorkers } : {}) })
  watchProcess(service.registry)
  const { host, port } = environment
  // First, so that a port taken in the meantime ends the start before anything is answered.
  if (environment.mqtt !== null) {
    await service.mqtt
      ?.listen({ host, port: environment.mqtt.port })
      .catch(refusedPort('MQTT_PORT', host, environment.mqtt.port))
  }
  await service.http.listen({ host, port, backlog: 4_096 }).catch(refusedPort('PORT', host, port))
  if (runsJobs) service.startJobs()
  giveBackMemorySoon()
  return {
    ...service,
    async close() {
      service.retire()
      await sleep(environment.shutdownDelayS * 1_000)
      await service.close()
    },
  }
}

/**
 * Keeps V8 from allocating objects in the old generation because earlier ones of their kind survived, as readings do that
 * wait for their COMMIT. There, each would keep all it refers to until the next full garbage collection.
 */
const allocateInYoungGeneration = (): void => setFlagsFromString('--no-allocation-site-pretenuring')

const SETTLED_AFTER_MS = 1_000

/**
 * Returns memory that only the start needed to the system, once the process has settled: about a third of what it
 * holds. V8 would otherwise keep it, and an idle service would hold it forever. Blocks the thread for about 150 ms,
 * once.
 */
function giveBackMemorySoon(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as NodeJS.GCFunction
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  }, SETTLED_AFTER_MS).unref()
}
