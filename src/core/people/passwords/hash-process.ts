// The program that compares and makes password hashes, with the niceness it is given. It runs beside the service, so that a
// flood of logins takes neither the processor from the readings nor the threads that look up names from the webhooks.
import { setPriority } from 'node:os'
import bcrypt from 'bcrypt'
import type { HashAnswer, HashOrder } from './hashing.ts'
import { runOnlyWhenIdle } from './run-only-when-idle.ts'

/** Somebody who waits longer than this for the processor to be idle is let in among the others. */
const PATIENCE_MS = 1_000

const niceness = Number(process.argv[2])
setPriority(niceness)
const isBehindOthers = niceness > 0
if (isBehindOthers) runOnlyWhenIdle(true)
let underWay = 0

process.on('message', (order: HashOrder) => void work(order))
// The one that started it is gone, or has no more use for it.
process.on('disconnect', () => process.exit(0))
// A terminal sends these to the service as well, which still has logins to answer.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

async function work({ id, password, hash, cost }: HashOrder): Promise<void> {
  underWay += 1
  const impatience = setTimeout(() => isBehindOthers && runOnlyWhenIdle(false), PATIENCE_MS)
  const result = hash === null ? bcrypt.hash(password, cost) : bcrypt.compare(password, hash)
  const answer: HashAnswer = await result.then(
    (value) => ({ id, value }),
    (error: Error) => ({ id, error: error.message }),
  )
  clearTimeout(impatience)
  underWay -= 1
  if (isBehindOthers && underWay === 0) runOnlyWhenIdle(true)
  process.send?.(answer)
}
