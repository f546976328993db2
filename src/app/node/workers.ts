import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { relayMetrics } from './worker-metrics.ts'

const REST_BEFORE_RESTART_MS = 1_000

/** Sent to a worker when it is online. */
export interface WorkerOrders {
  connection: pg.ClientConfig
  /** One worker runs the background jobs; more would only compete for them. */
  runsJobs: boolean
}

export interface Workers {
  /** Lets every worker finish its open work. */
  close(): Promise<void>
}

/**
 * Runs the program `exec` in several processes that share `ports` ports, and replaces those that die. Resolves when all
 * of them listen; throws when one ends before that.
 */
export async function startWorkers(
  exec: string,
  count: number,
  connection: pg.ClientConfig,
  onEvent: (event: string) => void,
  ports = 1,
): Promise<Workers> {
  cluster.setupPrimary({ exec, args: [] })
  const living = new Set<Worker>()
  /** Workers that listen. The first message to any other worker must be its orders. */
  const serving = new Set<Worker>()
  let isClosing = false

  async function run(runsJobs: boolean): Promise<void> {
    const worker = cluster.fork()
    living.add(worker)
    relayMetrics(worker, serving)
    const orders: WorkerOrders = { connection, runsJobs }
    worker.once('online', () => worker.send(orders))
    const ended = once(worker, 'exit').then(([code, signal]) => {
      living.delete(worker)
      serving.delete(worker)
      return `worker ${worker.process.pid} ended (${signal ?? code})`
    })
    const failed = await Promise.race([listens(worker, ports), ended])
    if (failed !== null) throw new Error(failed)
    serving.add(worker)
    void ended.then((event) => (isClosing ? undefined : replace(event, runsJobs)))
  }

  async function replace(event: string, runsJobs: boolean): Promise<void> {
    onEvent(`${event}; starting another`)
    while (!isClosing) {
      await sleep(REST_BEFORE_RESTART_MS)
      if (isClosing) return
      const failure = await run(runsJobs).then(
        () => null,
        (error: Error) => error.message,
      )
      if (failure === null) return
      onEvent(`${failure} before it was ready; trying again`)
    }
  }

  async function close(): Promise<void> {
    isClosing = true
    const ends = [...living].map((worker) => once(worker, 'exit'))
    for (const worker of living) worker.process.kill('SIGTERM')
    await Promise.all(ends)
  }

  try {
    await Promise.all(Array.from({ length: count }, (_, place) => run(place === 0)))
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

/** Resolves when the worker listens on that many ports. */
function listens(worker: Worker, ports: number): Promise<null> {
  let left = ports
  return new Promise((resolve) => {
    worker.on('listening', () => {
      left -= 1
      if (left === 0) resolve(null)
    })
  })
}
