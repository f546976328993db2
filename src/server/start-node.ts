import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { systemClock } from '../platform/clock.ts'
import { hashBehindOthers } from '../users/hashing.ts'
import { buildService, type Service } from './build-service.ts'
import { type Config, encryptionKeyOf } from './config.ts'

export interface NodeOptions {
  config: Config
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  runsJobs: boolean
}

/** A node of the service that listens, on a migrated database. */
export async function startNode({ config, connection, log, runsJobs }: NodeOptions): Promise<Service> {
  const encryptionKey = encryptionKeyOf(config)
  hashBehindOthers()
  const service = await buildService({ config, connection, encryptionKey, clock: systemClock, log })
  // First, so that a port that is taken ends the start before anything is answered.
  if (config.mqtt !== null) await service.mqtt?.listen({ host: config.host, port: config.mqtt.port })
  await service.http.listen({ host: config.host, port: config.port, backlog: 4_096 })
  if (runsJobs) service.startJobs()
  return service
}
