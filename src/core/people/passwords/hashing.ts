import { type ChildProcess, fork } from 'node:child_process'
import { constants } from 'node:os'
import { unavailable } from '../../../platform/errors.ts'

export interface HashOrder {
  id: number
  password: string
  /** The hash to compare with; null creates a new hash. */
  hash: string | null
  cost: number
}

export type HashAnswer = { id: number; value: string | boolean } | { id: number; error: string }

interface Pending {
  resolve: (value: string | boolean) => void
  reject: (error: Error) => void
}

const pending = new Map<number, Pending>()
let child: ChildProcess | null = null
let orders = 0
let niceness: number = constants.priority.PRIORITY_NORMAL

/** Gives hashing about a tenth of a core while others need it, and all of it while they do not. */
export function lowerHashPriority(): void {
  niceness = constants.priority.PRIORITY_BELOW_NORMAL
}

/** Hashes in the child process, which is started on first use and restarted if it dies. */
export function hashInOwnProcess(order: Omit<HashOrder, 'id'>): Promise<string | boolean> {
  child ??= start()
  const { channel } = child
  orders += 1
  const id = orders
  return new Promise<string | boolean>((resolve, reject) => {
    pending.set(id, { resolve, reject })
    // The child keeps this process running only while an answer is outstanding.
    channel?.ref()
    child?.send({ ...order, id } satisfies HashOrder)
  }).finally(() => {
    pending.delete(id)
    if (pending.size === 0) channel?.unref()
  })
}

function start(): ChildProcess {
  const started = fork(new URL('hash-process.ts', import.meta.url), [String(niceness)], {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  started.unref()
  started.on('message', (answer: HashAnswer) => {
    const waiting = pending.get(answer.id)
    if ('error' in answer) waiting?.reject(new Error(answer.error))
    else waiting?.resolve(answer.value)
  })
  const lose = () => {
    if (child !== started) return
    child = null
    for (const { reject } of pending.values()) reject(unavailable(2, 'passwords_away'))
  }
  started.on('error', lose)
  started.on('exit', lose)
  return started
}
