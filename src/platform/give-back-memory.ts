import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const SETTLED_AFTER_MS = 1_000

/**
 * Has this process give back, once it has settled, the memory that only its start needed: about a third of what it holds.
 * V8 itself keeps it for later, and an idle service would hold it for good. Takes the thread for some 150 ms, once.
 */
export function giveBackMemorySoon(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as NodeJS.GCFunction
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  }, SETTLED_AFTER_MS).unref()
}
