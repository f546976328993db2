import sql from 'sql-template-tag'
import type { Database } from './database.ts'
import { diskFull, isDiskFull } from './sql-errors.ts'

const RESULT_HOLDS_MS = 1_000

export interface RoomOnDisk {
  /** Wraps `store` and watches its results: they show when the disk is full and when it has room again. */
  watched<Group, Stored>(store: (group: Group) => Promise<Stored>): (group: Group) => Promise<Stored>
  /** Whether readings can be stored. Asks the database only after it has refused some, at most once a second. */
  isThere(): Promise<boolean>
}

/** Room that is kept on the disk of the database for an emergency. */
interface Reserve {
  state(): 'kept' | 'given' | 'none'
  giveBack(): void
}

/**
 * A node that the proxy sends no readings to would never notice that there is room again, so it checks by itself. When
 * readings cannot be stored, the reserve is given back for everything else: until it is there again, readings are
 * refused, which would take it up.
 */
export function roomOnDisk(db: Database, reserve: Reserve | null = null): RoomOnDisk {
  let isFull = false
  let asked: { at: number; answer: Promise<boolean> } | null = null

  async function ask(): Promise<boolean> {
    isFull = await takeSomeRoom(db).then(() => false, isDiskFull)
    return !isFull
  }

  return {
    watched: (store) => async (group) => {
      if (reserve?.state() === 'given') throw diskFull()
      try {
        const stored = await store(group)
        isFull = false
        return stored
      } catch (error) {
        if (isDiskFull(error)) {
          isFull = true
          reserve?.giveBack()
        }
        throw error
      }
    },
    async isThere() {
      if (reserve?.state() === 'given') return false
      if (!isFull) return true
      const at = performance.now()
      if (asked === null || at - asked.at > RESULT_HOLDS_MS) asked = { at, answer: ask() }
      return asked.answer
    },
  }
}

/**
 * Lets files grow by one mebibyte, in a transaction that is rolled back; rows of 1,900 bytes are stored uncompressed.
 */
async function takeSomeRoom(db: Database): Promise<void> {
  await db.transaction((tx) =>
    tx.query(sql`
      create temporary table some_room on commit drop as
      select repeat('x', 1900) as filler
      from generate_series(1, 512)`),
  )
}
