import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { IngestedGroup, ReceivedReading } from '../../core/ingestion/ingest-readings.ts'
import type { LimitedReadings } from '../../core/ingestion/reading-limits.ts'
import { MODULES, type Module } from '../../core/vocabulary/modules.ts'
import type { IngestionWatch } from '../../doors/readings/note-refusal.ts'
import { busiestDevice } from './busiest-device.ts'
import { durationTally } from './duration-tally.ts'

type Ingest = (batch: readonly ReceivedReading[]) => Promise<IngestedGroup>

interface IngestionMetrics extends IngestionWatch {
  /** Counts readings that a limit has refused. */
  limited(refused: Pick<LimitedReadings, 'reason' | 'count'>): void
  /** Wraps `ingest` and measures it. */
  watched(ingest: Ingest): Ingest
  /** Call it with the readings of a group when the group is done. */
  settled(group: readonly { since: number }[]): void
  /** Sets the queues that are read on each scrape, by the numbers of their cells. A single one has no label. */
  watchQueues(queues: () => ReadonlyMap<number, WatchedQueue>): void
}

interface WatchedQueue {
  queued(): number
  waitedMs(): number
}

type PerModule = Record<Module, number>
const noneYet = () => Object.fromEntries(MODULES.map((module) => [module, 0])) as PerModule

/** Metrics of ingestion. Each reading costs a few additions; the library is called once per group at most. */
export function ingestionMetrics(registry: Registry): IngestionMetrics {
  const registers = [registry]
  const counts = { stored: noneYet(), repeated: noneYet() }
  new Counter({
    name: 'tocsin_readings_total',
    help: 'Readings answered 200: stored now, or stored before.',
    labelNames: ['module', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [result, perModule] of Object.entries(counts)) {
        for (const [module, count] of Object.entries(perModule)) this.inc({ module, result }, count)
      }
    },
  })
  const rejected = new Counter({
    name: 'tocsin_readings_rejected_total',
    help: 'Readings of batches that were rejected.',
    registers,
  })
  const refused = new Counter({
    name: 'tocsin_ingestion_refusals_total',
    help: 'Requests of devices that were refused, by the status of the response.',
    labelNames: ['code'],
    registers,
  })
  for (const code of [400, 401, 429, 503]) refused.inc({ code }, 0)
  const limited = new Counter({
    name: 'tocsin_readings_limited_total',
    help: 'Readings that were refused because a device, or a site, had sent too many within a minute.',
    labelNames: ['limit'],
    registers,
  })
  for (const limit of ['device', 'site']) limited.inc({ limit }, 0)
  const busiest = busiestDevice()
  new Gauge({
    name: 'tocsin_busiest_device_readings_minute',
    help: 'Readings of the device that sent most within the last minute that is over.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(busiest.readings(performance.now()))
    },
  })
  const waits = durationTally(
    registry,
    'tocsin_reading_duration_seconds',
    'From the moment a reading is checked to the moment it is on disk, or was given up.',
  )
  const commits = new Histogram({
    name: 'tocsin_group_commit_duration_seconds',
    help: 'Transactions that store a group of readings.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers,
  })
  const sizes = new Histogram({
    name: 'tocsin_group_commit_readings',
    help: 'Readings in a group.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  })
  const failures = new Counter({
    name: 'tocsin_group_commit_failures_total',
    help: 'Transactions of groups that failed; nothing of them was stored.',
    registers,
  })
  const evaluation = new Counter({
    name: 'tocsin_rule_evaluation_seconds_total',
    help: 'Time spent running rules on readings.',
    registers,
  })

  return {
    refused: (status) => refused.inc({ code: status }),
    limited: ({ reason, count }) => limited.inc({ limit: reason === 'device_limit' ? 'device' : 'site' }, count),
    rejected: (count) => (count > 0 ? rejected.inc(count) : undefined),
    watched: (ingest) => async (batch) => {
      const began = performance.now()
      try {
        const stored = await ingest(batch)
        const { known, evaluationMs } = stored
        for (const { device, reading } of batch) {
          busiest.add(device.id, began)
          const perModule = known.size > 0 && known.has(reading) ? counts.repeated : counts.stored
          perModule[reading.module] += 1
        }
        evaluation.inc(evaluationMs / 1_000)
        sizes.observe(batch.length)
        commits.observe((performance.now() - began) / 1_000)
        return stored
      } catch (error) {
        failures.inc()
        throw error
      }
    },
    settled(group) {
      const now = performance.now()
      for (const { since } of group) waits.addMs(now - since)
    },
    watchQueues(queues) {
      const setEach = (gauge: Gauge<'cell'>, value: (queue: WatchedQueue) => number) => {
        const all = queues()
        gauge.reset()
        for (const [cell, queue] of all) gauge.set(all.size === 1 ? {} : { cell }, value(queue))
      }
      new Gauge({
        name: 'tocsin_readings_queued',
        help: 'Readings that are waiting or being stored.',
        labelNames: ['cell'],
        registers,
        collect() {
          setEach(this, (queue) => queue.queued())
        },
      })
      new Gauge({
        name: 'tocsin_readings_backlog_seconds',
        help: 'Wait of the next device in the queue if one round of turns exceeds a group; from 0.5 on, readings get 503.',
        labelNames: ['cell'],
        registers,
        aggregator: 'max',
        collect() {
          setEach(this, (queue) => queue.waitedMs() / 1_000)
        },
      })
    },
  }
}
