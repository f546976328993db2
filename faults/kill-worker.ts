import { setTimeout as sleep } from 'node:timers/promises'
import { answeringProcesses, onLinux, workersOf } from '../test/harness/processes.ts'
import type { Served } from '../test/harness/served.ts'
import { type Fault, underLoad } from './fault.ts'
import { openSite } from './site.ts'

const KILL_EVERY_MS = 1_500
const REPLACED_WITHIN_MS = 60_000

/**
 * The other workers keep running; the oldest one is next, so that each has its turn, also the one with the background
 * jobs.
 */
export const KILL_WORKER: Fault = {
  id: 'F14',
  name: 'kill -9 of one worker of two',
  obstacle: () => onLinux.skip || null,
  async run(run) {
    const site = await openSite(run.scope, { WORKERS: '2' })
    const pauses: number[] = []
    let stood = 0
    const injected = await underLoad(site, run, {
      everyMs: KILL_EVERY_MS,
      async inject() {
        const [oldest] = workersOf(site.served)
        const before = run.ledger.concluded.ok
        const since = performance.now()
        process.kill(oldest!, 'SIGKILL')
        await untilReplaced(site.served, oldest!)
        pauses.push(performance.now() - since)
        if (run.ledger.concluded.ok === before) stood += 1
      },
    })
    const longest = (Math.max(...pauses) / 1_000).toFixed(1)
    const remark = `a worker that was killed had a successor within ${longest} s, and the other one went on`
    return { site, injected, remark, ...(stood > 0 ? { broken: { 'the other worker stood still': stood } } : {}) }
  },
}

async function untilReplaced(served: Served, pid: number): Promise<void> {
  const deadline = Date.now() + REPLACED_WITHIN_MS
  while (Date.now() < deadline) {
    const workers = workersOf(served)
    if (workers.length === 2 && !workers.includes(pid) && (await bothAnswer(served))) return
    await sleep(50)
  }
  throw new Error('A worker that was killed was not replaced within a minute')
}

const bothAnswer = (served: Served): Promise<boolean> =>
  answeringProcesses(served, 4).then(
    ({ size }) => size === 2,
    () => false,
  )
