import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const SETTLED_AFTER_MS = 1_000

/**
 * Returns memory that only the start needed to the system, once the process has settled: about a third of what it
 * holds. V8 would otherwise keep it, and an idle service would hold it forever. Blocks the thread for about 150 ms,
 * once.
 */
export function giveBackMemorySoon(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as NodeJS.GCFunction
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  }, SETTLED_AFTER_MS).unref()
}
