import { fork } from 'node:child_process'
import type { OpenLoad, OpenResult } from './open-load.ts'

/** Sends at a fixed rate from a process of its own. */
export function driven(load: OpenLoad): Promise<OpenResult> {
  const generator = fork(new URL('open-load.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  generator.send(load)
  return new Promise((resolve, reject) => {
    generator.once('message', (result) => resolve(result as OpenResult))
    generator.once('exit', (code) => reject(new Error(`The load generator ended early (${code})`)))
  })
}
