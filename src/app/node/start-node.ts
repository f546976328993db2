import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { hashBehindOthers } from '../../core/people/passwords/hashing.ts'
import { systemClock } from '../../platform/clock.ts'
import { giveBackMemorySoon } from '../../platform/give-back-memory.ts'
import { refusedPort } from '../../platform/ports.ts'
import { watchProcess } from '../metrics/node-metrics.ts'
import { buildService, type Service } from './build-service.ts'
import { type Config, encryptionKeyOf } from './config.ts'
import { metricsAmongWorkers } from './worker-metrics.ts'

export interface NodeOptions {
  config: Config
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  runsJobs: boolean
  /** One of several processes of this node. */
  isWorker?: boolean
}

/**
 * A node of the service that listens, on a migrated database. Its `close` first says for a while that it is not ready:
 * load balancers send new requests to where they were told to, until they have noticed.
 */
export async function startNode(options: NodeOptions): Promise<Service> {
  const { config, connection, log, runsJobs, isWorker = false } = options
  const encryptionKey = encryptionKeyOf(config)
  hashBehindOthers()
  const parts = { config, connection, encryptionKey, clock: systemClock, log }
  const service = await buildService({ ...parts, ...(isWorker ? { shareMetrics: metricsAmongWorkers } : {}) })
  watchProcess(service.registry)
  const { host, port } = config
  // First, so that a port that was taken meanwhile ends the start before anything is answered.
  if (config.mqtt !== null) {
    await service.mqtt?.listen({ host, port: config.mqtt.port }).catch(refusedPort('MQTT_PORT', host, config.mqtt.port))
  }
  await service.http.listen({ host, port, backlog: 4_096 }).catch(refusedPort('PORT', host, port))
  if (runsJobs) service.startJobs()
  giveBackMemorySoon()
  return {
    ...service,
    async close() {
      service.retire()
      await sleep(config.shutdownDelayS * 1_000)
      await service.close()
    },
  }
}
