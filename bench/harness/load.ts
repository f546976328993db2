// The load generator, in a process of its own: autocannon on many connections, one request at a time on each. It tells
// its parent when the measured stretch begins and ends, and at last what came back.
import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'
import { type RequestPlan, requestMaker } from './requests.ts'

/** How long answers may take to come in after the measured stretch, before the run is cut off. */
const TAIL_S = 20

export interface LoadPlan extends RequestPlan {
  connections: number
  warmUpS: number
  seconds: number
  /** The answers that count; 2xx if absent. */
  statuses?: number[]
}

export interface LoadResult {
  /** Readings answered as they should be in the measured stretch, and how long it was. */
  answered: number
  seconds: number
  p50Ms: number
  p99Ms: number
  /** How much of one core the generator itself used meanwhile: near 1 it is the generator that was measured. */
  generatorCores: number
  /** All such readings, before and after the measured stretch too. */
  allAnswered: number
  /** Readings that got other answers, or none. */
  errors: number
  statuses: Record<string, number>
}

export type LoadMessage = { kind: 'measuring' } | { kind: 'measured' } | { kind: 'result'; result: LoadResult }

/** What autocannon's clients are inside (9.0.0); its interface shows less. */
interface Client extends autocannon.Client {
  /** After so many requests the client ends, once it has the answer to the last. */
  responseMax?: number
  getRequestBuffer(): Buffer
}

process.once('message', (plan: LoadPlan) => void run(plan))
process.once('disconnect', () => process.exit())
const tell = (message: LoadMessage) => process.send?.(message)

async function run(plan: LoadPlan): Promise<void> {
  const clients: Client[] = []
  const latencies = createHistogram()
  const statuses: Record<string, number> = {}
  const result = { answered: 0, seconds: 0, generatorCores: 0, allAnswered: 0 }
  let isMeasuring = false
  let answers = 0
  const requests = requestMaker(plan)

  const setupClient = (client: autocannon.Client) => {
    const own = client as Client
    // Building each request by `setupRequest` costs the generator three times as much as this.
    own.getRequestBuffer = requests.next
    clients.push(own)
  }
  const finished = new Promise<void>((resolve, reject) => {
    const { url, connections, warmUpS, seconds } = plan
    const duration = warmUpS + seconds + TAIL_S
    const instance = autocannon({ url, connections, duration, sampleInt: 100, setupClient }, (error) =>
      error ? reject(error) : resolve(),
    )
    instance.on('response', (_client, status, _bytes, ms) => {
      answers += plan.readingsPerRequest
      const isTaken = plan.statuses?.includes(status) ?? (status >= 200 && status < 300)
      if (isTaken) result.allAnswered += plan.readingsPerRequest
      else statuses[status] = (statuses[status] ?? 0) + 1
      if (!isMeasuring || !isTaken) return
      result.answered += plan.readingsPerRequest
      latencies.record(Math.max(1, Math.round(ms * 1_000)))
    })
  })

  await new Promise((resolve) => setTimeout(resolve, plan.warmUpS * 1_000))
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  isMeasuring = true
  tell({ kind: 'measuring' })
  await new Promise((resolve) => setTimeout(resolve, plan.seconds * 1_000))
  isMeasuring = false
  tell({ kind: 'measured' })
  result.seconds = (performance.now() - began) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  result.generatorCores = (cpu.user + cpu.system) / 1e6 / result.seconds
  // Each client waits for the answer it is owed, so that answers can be counted against what is stored.
  for (const client of clients) client.responseMax = 1
  await finished

  const errors = requests.made() - result.allAnswered
  const unanswered = requests.made() - answers
  if (unanswered > 0) statuses.unanswered = unanswered
  const [p50Ms, p99Ms] = [latencies.percentile(50) / 1_000, latencies.percentile(99) / 1_000]
  tell({ kind: 'result', result: { ...result, p50Ms, p99Ms, errors, statuses } })
  process.disconnect?.()
}
