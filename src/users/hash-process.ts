// The program that compares and makes password hashes, with the niceness it is given. It runs beside the service, so that a
// flood of logins takes neither the processor from the readings nor the threads that look up names from the webhooks.
import { setPriority } from 'node:os'
import bcrypt from 'bcrypt'
import type { HashAnswer, HashOrder } from './hashing.ts'

setPriority(Number(process.argv[2]))

process.on('message', (order: HashOrder) => void work(order))
// The one that started it is gone, or has no more use for it.
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
