// The program that creates and compares password hashes, with the given priority. It runs in a process of its own, so
// that a flood of logins takes neither processor time from ingestion nor the threads for DNS lookups from webhooks.
import { constants, setPriority } from 'node:os'
import bcrypt from 'bcrypt'
import type { HashAnswer, HashOrder, HashPriority } from './hashing.ts'
import { runOnlyWhenIdle } from './run-only-when-idle.ts'

const priority = process.argv[2] as HashPriority
if (priority === 'idle') {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  runOnlyWhenIdle()
}

process.on('message', (order: HashOrder) => void work(order))
// The parent process has ended, or needs no more hashes.
process.on('disconnect', () => process.exit(0))
// A terminal sends these to the service as well, which still has logins to answer.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

async function work({ id, password, hash, cost }: HashOrder): Promise<void> {
  const result = hash === null ? bcrypt.hash(password, cost) : bcrypt.compare(password, hash)
  const answer: HashAnswer = await result.then(
    (value) => ({ id, value }),
    (error: Error) => ({ id, error: error.message }),
  )
  process.send?.(answer)
}
