import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { nameOfMonth } from '../src/core/telemetry/storage/reading-months.ts'
import { MONTHS } from './history-load.ts'
import type { Site } from './site.ts'

const PAUSE_MS = 200
/** Errors that injected faults cause in a command: a lost connection, or a lock held by a paused program. */
const EXPECTED =
  /terminat|connection error|ECONN|ENOENT|EPIPE|timeout|shutting down|starting up|recovery mode|not yet accepting|did not start|No readings of/i

export type HistoryCommands = ReturnType<typeof runHistoryCommands>

/** `tocsin compact` and `tocsin expand` beside the service, for one month after the other, until `end`. */
export function runHistoryCommands({ served }: Site) {
  const running = new Set<ChildProcess>()
  const failures: Record<string, number> = {}
  let outage: Promise<void> | null = null
  let ends = false
  let ended = 0

  async function repeat(command: 'compact' | 'expand', first: number): Promise<void> {
    for (let turn = first; !ends; turn += 1) {
      await outage
      await run([command, '--month', nameOfMonth(MONTHS[turn % MONTHS.length]!)])
      await sleep(PAUSE_MS)
    }
  }

  async function run(args: readonly string[]): Promise<void> {
    const command = served.startCommand(...args)
    running.add(command)
    let errors = ''
    command.stderr!.on('data', (text) => (errors += String(text)))
    command.stdout!.resume()
    const [code] = (await once(command, 'close')) as [number | null]
    running.delete(command)
    if (code === 0) ended += 1
    if (code === 0 || code === null || outage !== null || EXPECTED.test(errors)) return
    const what = `tocsin ${args[0]} failed: ${errors.split('\n')[0]}`
    failures[what] = (failures[what] ?? 0) + 1
  }

  const all = [repeat('compact', 0), repeat('expand', MONTHS.length / 2)]
  return {
    /** Failures that no fault explains, by message. */
    failures,
    /** Number of commands that were neither killed nor failed. */
    ended: () => ended,
    kill() {
      for (const command of running) command.kill('SIGKILL')
    },
    /** Starts no command during this work; what happens to those that run says nothing. */
    async withoutPower(work: () => Promise<void>): Promise<void> {
      const cut = Promise.withResolvers<void>()
      outage = cut.promise
      try {
        await work()
      } finally {
        outage = null
        cut.resolve()
      }
    },
    async end(): Promise<void> {
      ends = true
      await Promise.all(all)
    },
  }
}
