import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'

/** Empty for ever: only its locks count. */
const LOCK_FILE = 'tocsin.lock'
const WAIT_LIMIT_MS = 60_000
const LOOK_EVERY_MS = 50
const SERVICE_LOOKS = 3
const SQLITE_BUSY = 5

/** Nothing is ever written, and so no file is needed to undo it after a crash. */
const NO_JOURNAL = 'pragma journal_mode = memory'
/** This lock is taken by the first look at the file. */
const SHARED = `${NO_JOURNAL}; begin; select 1 from sqlite_schema`
const RESERVED = `${NO_JOURNAL}; begin immediate`
const EXCLUSIVE = `${NO_JOURNAL}; begin exclusive`

/**
 * The part of a process in the use of a data directory. Any number of commands may be guests beside one service.
 *
 * Node has no file locks of its own, and SQLite, which it brings along, has the three that are needed here: shared,
 * reserved and exclusive. The system frees them when a process ends, even by SIGKILL, and they hold across containers
 * that share a volume, where process ids say nothing.
 */
export interface FolderLock {
  /** Runs the work while nobody else uses the directory, and keeps others out until it is done. False: somebody does. */
  alone(work: () => Promise<void> | void): Promise<boolean>
  /** Lets go of the directory. Before that the last one does this, and keeps others out until it is done. */
  release(asLast?: () => Promise<void> | void): Promise<void>
}

export type Part = 'service' | 'guest'

/** Waits for whoever makes or stops the server at this moment. Throws when this is a second service. */
export async function lockFolder(dataDir: string, part: Part): Promise<FolderLock> {
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
      // Two who wait for each other must not look at the same moments for ever.
      if (!isDone) await sleep(Math.random() * LOOK_EVERY_MS * 2)
      await take()
      return isDone
    },
    async release(asLast = () => undefined) {
      if (file.isOpen) await tryAlone(asLast).finally(() => file.close())
    },
  }
}

async function takePart(file: DatabaseSync, part: Part, dataDir: string): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS
  let services = 0
  while (!tries(file, part === 'service' ? RESERVED : SHARED)) {
    // Whoever lets others look, and has the reserved lock not only for a moment, is a service.
    if (part === 'service' && tries(file, SHARED)) services += 1
    rollback(file)
    if (services === SERVICE_LOOKS) {
      throw new OperatorError(
        `Another service runs with the data in ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
      )
    }
    if (performance.now() > deadline)
      throw new OperatorError(`Another process has kept ${dataDir} to itself for a minute.`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** False when somebody else's lock is in the way. */
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
