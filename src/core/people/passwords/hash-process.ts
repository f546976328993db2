// The program that creates and compares password hashes, with the given niceness. It runs in a process of its own, so
// that a flood of logins takes neither processor time from ingestion nor the threads for DNS lookups from webhooks.
import { setPriority } from 'node:os'
import bcrypt from 'bcrypt'
import type { HashAnswer, HashOrder } from './hashing.ts'
import { runOnlyWhenIdle } from './run-only-when-idle.ts'

/** Hashes that have waited longer than this for an idle processor run with normal priority. */
const PATIENCE_MS = 1_000

const niceness = Number(process.argv[2])
setPriority(niceness)
const isBehindOthers = niceness > 0
if (isBehindOthers) runOnlyWhenIdle(true)
let underWay = 0

process.on('message', (order: HashOrder) => void work(order))
// The parent process has ended, or needs no more hashes.
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
