// The program that creates and compares password hashes, with the given priority. It runs in a process of its own, so
// that a flood of logins takes neither processor time from ingestion nor the threads for DNS lookups from webhooks.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import bcrypt from 'bcrypt'
import type { HashOrder, HashPriority, HashResponse } from './hashing.ts'

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
  const response: HashResponse = await result.then(
    (value) => ({ id, value }),
    (error: Error) => ({ id, error: error.message }),
  )
  process.send?.(response)
}

/**
 * Runs this process only while a core is idle. Niceness alone lets it finish its time slice of some milliseconds before
 * others wake, and a reading may wait for that several times. Linux has a scheduling class for this, and every
 * distribution a program that sets it; without either, niceness must do.
 */
function runOnlyWhenIdle(): void {
  if (process.platform !== 'linux') return
  const chrt = spawn('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' })
  chrt.on('error', () => undefined)
  chrt.unref()
}
