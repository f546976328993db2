// Load generator in a process of its own: many clients, each with one request at a time. It tells its parent when the
// measurement begins and ends, and finally the results.
import { createHistogram } from 'node:perf_hooks'
import { keepConnections } from './kept-connections.ts'
import { openConnections } from './new-connections.ts'
import { type RequestPlan, requestMaker } from './requests.ts'

/** Time limit for outstanding answers after the measurement. */
const TAIL_S = 20

export interface LoadPlan extends RequestPlan {
  connections: number
  warmUpS: number
  seconds: number
  /** Statuses that count as success; 2xx by default. */
  statuses?: number[]
}

export interface LoadResult {
  /** Readings with such a status during the measurement, and its length. */
  answered: number
  seconds: number
  p50Ms: number
  p99Ms: number
  /** Cores used by the generator itself: near 1, the generator was the bottleneck. */
  generatorCores: number
  /** All such readings, also before and after the measurement. */
  allAnswered: number
  /** Readings with another status, or without an answer. */
  errors: number
  statuses: Record<string, number>
}

export type LoadMessage = { kind: 'measuring' } | { kind: 'measured' } | { kind: 'result'; result: LoadResult }

process.once('message', (plan: LoadPlan) => void run(plan))
process.once('disconnect', () => process.exit())
const tell = (message: LoadMessage) => process.send?.(message)

async function run(plan: LoadPlan): Promise<void> {
  const latencies = createHistogram()
  const statuses: Record<string, number> = {}
  const result = { answered: 0, seconds: 0, generatorCores: 0, allAnswered: 0 }
  let isMeasuring = false
  let answers = 0
  const requests = requestMaker(plan)

  const { url, connections, warmUpS, seconds } = plan
  const opens = plan.newConnections || plan.sends === 'sender data'
  const clients = (opens ? openConnections : keepConnections)({
    url,
    connections,
    duration: warmUpS + seconds + TAIL_S,
    next: requests.next,
    onAnswer(status, ms) {
      answers += plan.readingsPerRequest
      const isTaken = plan.statuses?.includes(status) ?? (status >= 200 && status < 300)
      if (isTaken) result.allAnswered += plan.readingsPerRequest
      else statuses[status] = (statuses[status] ?? 0) + 1
      if (!isMeasuring || !isTaken) return
      result.answered += plan.readingsPerRequest
      latencies.record(Math.max(1, Math.round(ms * 1_000)))
    },
  })

  await new Promise((resolve) => setTimeout(resolve, warmUpS * 1_000))
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  isMeasuring = true
  tell({ kind: 'measuring' })
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  isMeasuring = false
  tell({ kind: 'measured' })
  result.seconds = (performance.now() - began) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  result.generatorCores = (cpu.user + cpu.system) / 1e6 / result.seconds
  // With the outstanding answers, answers can be compared with stored readings.
  await clients.finish()

  const errors = requests.made() - result.allAnswered
  const unanswered = requests.made() - answers
  if (unanswered > 0) statuses.unanswered = unanswered
  const [p50Ms, p99Ms] = [latencies.percentile(50) / 1_000, latencies.percentile(99) / 1_000]
  tell({ kind: 'result', result: { ...result, p50Ms, p99Ms, errors, statuses } })
  process.disconnect?.()
}
