import type pg from 'pg'
import { type Database, type DatabaseOptions, openDatabase, type Queryable } from '../database.ts'
import type { Notifications } from '../notifications.ts'
import { CELLS_CHANGED } from './add-cell.ts'
import { listCellNumbers } from './every-cell.ts'

export interface KnownCells {
  /** The numbers of all cells in order; a single one before they are read. */
  numbers: () => readonly number[]
  /** Reads them, and again whenever one is added. */
  follow(db: Queryable, notifications: Notifications | null, onError: (error: Error) => void): Promise<void>
}

/** A database with its present cells, for a short time. */
export async function openCells(
  connection: pg.ClientConfig,
  options: Omit<DatabaseOptions, 'cells'>,
): Promise<Database> {
  const known = knownCells()
  const db = openDatabase(connection, { ...options, cells: known.numbers })
  await known.follow(db, null, options.onError)
  return db
}

export function knownCells(): KnownCells {
  let known: readonly number[] = [0]
  return {
    numbers: () => known,
    async follow(db, notifications, onError) {
      const read = async () => {
        known = await listCellNumbers(db)
      }
      await read()
      const again = () => void read().catch(onError)
      notifications?.on(CELLS_CHANGED, again)
      notifications?.onGap(again)
    },
  }
}
