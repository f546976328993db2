import type { CellDatabase, Database, InCell, Queryable } from './database.ts'

/** Lets code that begins its own transactions run inside its caller's transaction. */
export function within(tx: InCell, db: Database): CellDatabase
export function within(tx: Queryable, db: Database): Database
export function within(tx: Queryable, db: Database): Database {
  return { ...db, ...tx, inCell: (cell) => within(tx.inCell(cell), db), transaction: (work) => work(tx) }
}
