import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'

/** This file stays empty: only its locks count. */
const LOCK_FILE = 'tocsin.lock'
const WAIT_LIMIT_MS = 60_000
const LOOK_EVERY_MS = 50
const SERVICE_LOOKS = 3
const SQLITE_BUSY = 5

/** No journal file is needed, since nothing is ever written. */
const NO_JOURNAL = 'pragma journal_mode = memory'
/** SQLite takes the shared lock at the first read, not at `begin`. */
const SHARED = `${NO_JOURNAL}; begin; select 1 from sqlite_schema`
const RESERVED = `${NO_JOURNAL}; begin immediate`
const EXCLUSIVE = `${NO_JOURNAL}; begin exclusive`

/**
 * A process's lock on a data directory. Any number of commands may be guests beside one service.
 *
 * Node has no file locks of its own, but its SQLite has the three that are needed here: shared, reserved and exclusive.
 * The system frees them when a process ends, even by SIGKILL, and they hold across containers that share a volume,
 * where process ids mean nothing.
 */
export interface FolderLock {
  /** Runs the work if no other process uses the directory, and keeps others out meanwhile. False if one does. */
  alone(work: () => Promise<void> | void): Promise<boolean>
  /** Releases the directory. The last process runs `asLast` first, and keeps others out meanwhile. */
  release(asLast?: () => Promise<void> | void): Promise<void>
}

export type FolderUser = 'service' | 'guest'

/** Waits while another process creates or stops the server. Throws when this is a second service. */
export async function lockFolder(dataDir: string, part: FolderUser): Promise<FolderLock> {
  const file = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 })
  const take = () => takePart(file, part, dataDir)
  try {
    await take()
  } catch (error) {
    file.close()
    throw error
  }
  const tryAlone = async (work: () => Promise<void> | void) => {
    rollback(file)
    if (!tries(file, EXCLUSIVE)) return false
    await work()
    rollback(file)
    return true
  }
  return {
    async alone(work) {
      const isDone = await tryAlone(work)
      // A random delay, so that two processes waiting for each other do not retry in step forever.
      if (!isDone) await sleep(Math.random() * LOOK_EVERY_MS * 2)
      await take()
      return isDone
    },
    async release(asLast = () => undefined) {
      if (file.isOpen) await tryAlone(asLast).finally(() => file.close())
    },
  }
}

async function takePart(file: DatabaseSync, part: FolderUser, dataDir: string): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS
  let services = 0
  while (!tries(file, part === 'service' ? RESERVED : SHARED)) {
    // A process that allows shared locks and keeps the reserved one for more than a moment is a service.
    if (part === 'service' && tries(file, SHARED)) services += 1
    rollback(file)
    if (services === SERVICE_LOOKS) {
      throw new OperatorError(
        `Another service is running with the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    if (performance.now() > deadline)
      throw new OperatorError(`Another process has locked ${dataDir} for a minute. Wait for it to end, or stop it.`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** False if another process's lock is in the way. */
function tries(file: DatabaseSync, statement: string): boolean {
  try {
    file.exec(statement)
    return true
  } catch (error) {
    rollback(file)
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}

function rollback(file: DatabaseSync): void {
  if (file.isTransaction) file.exec('rollback')
}
