import type { Worker } from 'node:cluster'
import type { Gather, ProcessMetrics } from '../metrics/node-metrics.ts'

/** A worker that hangs is left out of the sum. */
const TELL_WITHIN_MS = 2_000
const GATHER_WITHIN_MS = 3_000

/**
 * Only the first process knows all workers. The worker that is scraped sends it `metrics.wanted`; the first process
 * sends `metrics.asked` to each worker, gets `metrics.told` back, and sends `metrics.gathered` to the worker that was
 * scraped.
 */
interface Message {
  type: 'metrics.wanted' | 'metrics.asked' | 'metrics.sent' | 'metrics.gathered'
  id: number
  own?: ProcessMetrics
  all?: ProcessMetrics[]
}

/** For the first process: call it for each worker when it starts. `serving` are the workers that can be asked. */
export function relayMetrics(worker: Worker, serving: ReadonlySet<Worker>): void {
  worker.on('message', async ({ type, id }: Message) => {
    if (type !== 'metrics.wanted') return
    const parts = await Promise.all([...serving].map(askWorker))
    const all = parts.filter((one) => one !== null)
    if (worker.isConnected()) worker.send({ type: 'metrics.gathered', id, all } satisfies Message)
  })
}

let asked = 0

function askWorker(worker: Worker): Promise<ProcessMetrics | null> {
  asked += 1
  const id = asked
  return new Promise((resolve) => {
    const end = (own: ProcessMetrics | null) => {
      clearTimeout(timer)
      worker.off('message', hear)
      resolve(own)
    }
    const hear = (message: Message) => {
      if (message.type === 'metrics.sent' && message.id === id) end(message.own ?? null)
    }
    const timer = setTimeout(() => end(null), TELL_WITHIN_MS)
    worker.on('message', hear)
    if (worker.isConnected()) worker.send({ type: 'metrics.asked', id } satisfies Message)
    else end(null)
  })
}

/** For a worker: sends its own metrics when asked, and returns the function that collects those of all workers. */
export function metricsAmongWorkers(own: () => Promise<ProcessMetrics>): Gather {
  let wanted = 0
  const waiting = new Map<number, (all: ProcessMetrics[] | null) => void>()
  const send = (message: Message) => process.send?.(message, undefined, undefined, () => undefined)
  process.on('message', async ({ type, id, all }: Message) => {
    if (type === 'metrics.asked') send({ type: 'metrics.sent', id, own: await own() })
    if (type === 'metrics.gathered') waiting.get(id)?.(all ?? null)
  })
  return async () => {
    wanted += 1
    const id = wanted
    const gathered = await new Promise<ProcessMetrics[] | null>((resolve) => {
      waiting.set(id, resolve)
      setTimeout(() => resolve(null), GATHER_WITHIN_MS).unref()
      send({ type: 'metrics.wanted', id })
    })
    waiting.delete(id)
    return gathered ?? [await own()]
  }
}
