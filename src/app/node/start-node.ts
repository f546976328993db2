import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { hashBehindOthers } from '../../core/people/passwords/hashing.ts'
import { systemClock } from '../../platform/clock.ts'
import { giveBackMemorySoon } from '../../platform/give-back-memory.ts'
import { refusedPort } from '../../platform/ports.ts'
import { watchProcess } from '../metrics/node-metrics.ts'
import { buildService, type Service } from './build-service.ts'
import { type Environment, encryptionKeyOf } from './environment.ts'
import { metricsAmongWorkers } from './worker-metrics.ts'

export interface NodeOptions {
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
  hashBehindOthers()
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
