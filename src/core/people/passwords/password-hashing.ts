import { availableParallelism } from 'node:os'
import { unavailable } from '../../../platform/errors.ts'
import { hashInOwnProcess } from './hashing.ts'
import { isHashable } from './password-rules.ts'

/** Takes a quarter of a second on one core. */
const COST = 12
/** At most two, and one less than there are cores: a hash blocks its core for everything else. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const QUEUE_LIMIT = 32

export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await hashInOwnProcess({ password, hash: null, cost: COST })) as string)

/** Hash of an unknown password, so that unknown accounts take as long as known ones. */
const DUMMY_HASH = '$2b$12$91.IHgw8i/1fQjc1JAzfr.W1nvDHs4CzICZfmW6nDauaOGe4Pu.jW'

/** Always costs one comparison. `null` stands for an account that does not exist or has no password yet. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const hashable = isHashable(password)
  const order = { password: hashable ? password : '', hash: passwordHash ?? DUMMY_HASH, cost: COST }
  const matches = await inTurn(() => hashInOwnProcess(order))
  return matches === true && hashable && passwordHash !== null
}

let running = 0
const queue: (() => void)[] = []

/** Throws 503 when the queue is full. Called first, so that a flood of logins costs no other work. */
export function checkQueueRoom(): void {
  if (running >= AT_ONCE && queue.length >= QUEUE_LIMIT) throw unavailable(5, 'logins_busy')
}

/** Limits concurrent hashes; 32 more wait, the rest get 503. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  checkQueueRoom()
  // The finished hash hands its place over, so `running` stays as it is.
  if (running >= AT_ONCE) await new Promise<void>((start) => queue.push(start))
  else running += 1
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
