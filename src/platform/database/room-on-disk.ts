import sql from 'sql-template-tag'
import type { Database } from './database.ts'
import { isDiskFull } from './sql-errors.ts'

const ANSWER_HOLDS_MS = 1_000

export interface RoomOnDisk {
  /** The same work, watched: this is where a full disk shows, and that it is full no longer. */
  watched<Group, Stored>(store: (group: Group) => Promise<Stored>): (group: Group) => Promise<Stored>
  /** Whether readings can be stored. The database is asked only after it has refused some, once a second at most. */
  isThere(): Promise<boolean>
}

/** A node that no proxy sends readings to would never notice that there is room again: it tries by itself. */
export function roomOnDisk(db: Database): RoomOnDisk {
  let isFull = false
  let asked: { at: number; answer: Promise<boolean> } | null = null

  async function ask(): Promise<boolean> {
    isFull = await takeSomeRoom(db).then(() => false, isDiskFull)
    return !isFull
  }

  return {
    watched: (store) => async (group) => {
      try {
        const stored = await store(group)
        isFull = false
        return stored
      } catch (error) {
        if (isDiskFull(error)) isFull = true
        throw error
      }
    },
    async isThere() {
      if (!isFull) return true
      const at = performance.now()
      if (asked === null || at - asked.at > ANSWER_HOLDS_MS) asked = { at, answer: ask() }
      return asked.answer
    },
  }
}

/** A mebibyte of files that grow, which go with the transaction; rows of 1,900 bytes are stored as they are. */
async function takeSomeRoom(db: Database): Promise<void> {
  await db.transaction((tx) =>
    tx.query(sql`
      create temporary table some_room on commit drop as
      select repeat('x', 1900) as filler
      from generate_series(1, 512)`),
  )
}
