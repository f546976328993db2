import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import type { Lookup } from '../../core/webhooks/webhook-address.ts'
import type { LiveLimits } from '../../doors/events/live-events.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FaultLog } from '../../platform/fault-log.ts'
import type { ServerLimits } from '../../platform/http/open-server.ts'
import type { Gather, ProcessMetrics } from '../metrics/node-metrics.ts'
import type { Environment } from './environment.ts'

export interface ServiceOptions {
  environment: Environment
  connection: pg.ClientConfig
  encryptionKey: Buffer
  clock: Clock
  log: FastifyBaseLogger
  limits?: Partial<ServerLimits>
  /** Resolves host names of webhook receivers; the system's resolver by default. */
  resolver?: Lookup
  /** The server of Telegram's Bot API; the real one by default. */
  telegramUrl?: string
  live?: Partial<LiveLimits>
  /** Shares the metrics of this process with the other processes of the node. Absent if there are none. */
  shareMetrics?: (own: () => Promise<ProcessMetrics>) => Gather
}

/** Dependencies of each step of building a node. */
export interface NodeParts extends ServiceOptions, FaultLog {
  registry: Registry
  /** Aborted when the node starts to shut down. */
  stopping: AbortSignal
}
