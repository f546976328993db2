import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../../../platform/errors.ts'

export interface HashOrder {
  id: number
  password: string
  /** The hash to compare with; null creates a new hash. */
  hash: string | null
  cost: number
}

export type HashResponse = { id: number; value: string | boolean } | { id: number; error: string }

/** When a process makes its hashes: beside everything else, or only while a core is idle. */
export type HashPriority = 'normal' | 'idle'

interface Pending {
  resolve: (value: string | boolean) => void
  reject: (error: Error) => void
}

interface Hasher {
  /** Throws 503 if its process dies meanwhile. */
  hash(order: Omit<HashOrder, 'id'>): Promise<string | boolean>
  end(): void
}

/** A hash that has waited longer than this for an idle core is made again beside everything else. */
const PATIENCE_MS = 1_000
/** No core is asked for idle time so soon after there was none. */
const BUSY_FOR_MS = 30_000

const hashers = { normal: hasher('normal'), idle: hasher('idle') }
let givesWay = false
let starvedAt = Number.NEGATIVE_INFINITY

/** Makes hashes while a core is idle, as long as there is one. */
export function lowerHashPriority(): void {
  givesWay = true
}

/** Hashes in a process of its own. */
export async function hashInOwnProcess(order: Omit<HashOrder, 'id'>): Promise<string | boolean> {
  if (givesWay && performance.now() - starvedAt > BUSY_FOR_MS) {
    const patient = hashers.idle.hash(order).catch(() => null)
    const value = await Promise.race([patient, sleep(PATIENCE_MS, null)])
    if (value !== null) return value
    // Only a privileged process may leave the class for idle cores, so another one takes over.
    starvedAt = performance.now()
    hashers.idle.end()
  }
  return hashers.normal.hash(order)
}

/** A process that is started on first use, and again after it has died. */
function hasher(priority: HashPriority): Hasher {
  const pending = new Map<number, Pending>()
  let child: ChildProcess | null = null
  let orders = 0

  function lose(lost: ChildProcess): void {
    if (child !== lost) return
    child = null
    for (const { reject } of pending.values()) reject(unavailable(2, 'passwords_away'))
  }

  function start(): ChildProcess {
    const started = fork(new URL('hash-process.ts', import.meta.url), [priority], {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.unref()
    started.on('message', (response: HashResponse) => {
      const waiting = pending.get(response.id)
      if ('error' in response) waiting?.reject(new Error(response.error))
      else waiting?.resolve(response.value)
    })
    started.on('error', () => lose(started))
    started.on('exit', () => lose(started))
    return started
  }

  return {
    hash(order) {
      child ??= start()
      const running = child
      orders += 1
      const id = orders
      return new Promise<string | boolean>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        // The child keeps this process running only while a response is outstanding.
        running.channel?.ref()
        running.send({ ...order, id } satisfies HashOrder)
      }).finally(() => {
        pending.delete(id)
        if (pending.size === 0) running.channel?.unref()
      })
    },
    end() {
      if (child === null) return
      const ended = child
      lose(ended)
      ended.kill('SIGKILL')
    },
  }
}
