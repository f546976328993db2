// Room on the disk that is kept for an emergency: without any, PostgreSQL does not start, and nothing can be deleted.
import { randomBytes } from 'node:crypto'
import { statfsSync, statSync, truncateSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerUser } from './server-user.ts'

const RESERVE_BYTES = 67_108_864
/** The reserve takes a third of what is free, at most. */
const ROOM_TO_MAKE_BYTES = 3 * RESERVE_BYTES
/** Two segments of the write-ahead log; with less, a server cannot start writing. */
const LEAST_ROOM_BYTES = 34_000_000
/** Random, since file systems that compress would keep no room for zeros; so large that they do not see it repeat. */
const PIECE_BYTES = 1_048_576
const LOOK_EVERY_MS = 5_000

/** The reserve lies beside the files that need it, wherever DATA_DIR/postgres is. */
const reserveOf = (directory: string): string => join(directory, 'reserve')

/** `given`: it is empty until there is room again. `none`: there was never room for it. */
type ReserveState = 'kept' | 'given' | 'none'

function reserveState(path: string): ReserveState {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return 'none'
  // Half a reserve is being written, or its writer was killed.
  return size === 0 ? 'given' : 'kept'
}

interface Reserve {
  state(): ReserveState
  /** Gives its room back to the disk. Returns whether there was any. */
  giveBack(): boolean
}

/** The reserve in the folder of a cluster. */
export function reserveIn(directory: string): Reserve {
  const path = reserveOf(directory)
  return {
    state: () => reserveState(path),
    giveBack() {
      if (reserveState(path) !== 'kept') return false
      truncateSync(path)
      return true
    },
  }
}

/** Whether the disk has no room for a server to begin with. */
export const isWithoutRoom = (directory: string): boolean => freeBytes(directory) < LEAST_ROOM_BYTES

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/** Makes the reserve whenever there is room for it, until the signal aborts; reports when it is given back and made again. */
export async function keepReserve(
  { directory, user }: { directory: string; user: ServerUser | null },
  signal: AbortSignal,
  onEvent: (event: string) => void,
): Promise<void> {
  const path = reserveOf(directory)
  let wasGiven = false
  while (!signal.aborted) {
    // A disk that fills while the reserve is written is looked at again; what is written counts.
    await makeReserve(path, directory, user).catch(() => undefined)
    const isGiven = reserveState(path) === 'given'
    if (isGiven && !wasGiven) onEvent(`the disk of ${directory} is full: ${REFUSING}`)
    if (wasGiven && !isGiven) onEvent(`the disk of ${directory} has room again: readings are accepted`)
    wasGiven = isGiven
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

const REFUSING = `readings are refused until ${inMegabytes(ROOM_TO_MAKE_BYTES)} are free, and the reserve was given back so that the rest works; see docs/database.md#the-disk-is-full`

async function makeReserve(path: string, directory: string, user: ServerUser | null): Promise<void> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size >= RESERVE_BYTES || freeBytes(directory) < ROOM_TO_MAKE_BYTES) return
  const file = await open(path, 'a', 0o600)
  try {
    if (user !== null) await file.chown(user.uid, user.gid)
    const piece = randomBytes(PIECE_BYTES)
    for (let written = size; written < RESERVE_BYTES; written += PIECE_BYTES)
      await file.write(piece, 0, Math.min(PIECE_BYTES, RESERVE_BYTES - written))
  } finally {
    await file.close()
  }
}
