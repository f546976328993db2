import { AggregatorRegistry, collectDefaultMetrics, Gauge, type MetricObject, type Registry } from 'prom-client'
import type { Connections, Database } from '../../platform/database/database.ts'

/** All series of one process, as sent between processes. */
export type ProcessMetrics = MetricObject[]

/** Collects the metrics of all processes of this node, including the calling one. */
export type Gather = () => Promise<ProcessMetrics[]>

/** Metrics of the runtime: memory, processor time, event loop, garbage collection. Once per process. */
export function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
}

export function watchBuild(registry: Registry, version: string): void {
  new Gauge({
    name: 'tocsin_build_info',
    help: 'Always 1; the labels name the version.',
    labelNames: ['version', 'node'],
    registers: [registry],
    aggregator: 'first',
  }).set({ version, node: process.versions.node }, 1)
  new Gauge({
    name: 'tocsin_processes',
    help: 'Processes of this node included in this response.',
    registers: [registry],
  }).set(1)
}

/** The time at which a certificate ends; null if there is none. */
export function watchCertificate(registry: Registry, expires: () => Date | null): void {
  new Gauge({
    name: 'tocsin_certificate_expires_timestamp_seconds',
    help: 'Time at which a certificate ends that this node shows.',
    labelNames: ['listener'],
    registers: [registry],
    aggregator: 'min',
    collect() {
      const at = expires()
      if (at !== null) this.set({ listener: 'mqtt' }, at.getTime() / 1_000)
    },
  })
}

export function watchStreams(registry: Registry, open: () => number): void {
  new Gauge({
    name: 'tocsin_live_streams',
    help: 'Open streams of live events.',
    registers: [registry],
    collect() {
      this.set(open())
    },
  })
}

export function watchPools(registry: Registry, pools: Record<string, Database>): void {
  const registers = [registry]
  new Gauge({
    name: 'tocsin_database_connections',
    help: 'Connections to the database, by pool and state.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { busy, idle }] of connectionsOf(pools)) {
        this.set({ pool, state: 'busy' }, busy)
        this.set({ pool, state: 'idle' }, idle)
      }
    },
  })
  new Gauge({
    name: 'tocsin_database_connection_waiters',
    help: 'Statements that wait for a free connection.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waiting }] of connectionsOf(pools)) this.set({ pool }, waiting)
    },
  })
}

const connectionsOf = (pools: Record<string, Database>): [string, Connections][] =>
  Object.entries(pools).map(([pool, db]) => [pool, db.connections()])

/** Adds up the series of several processes. */
export const together = (processes: ProcessMetrics[]): Registry => AggregatorRegistry.aggregate(processes)
