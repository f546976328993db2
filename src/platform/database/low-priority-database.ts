import { nextTurn } from '../long-work/low-priority.ts'
import type { Database, Queryable } from './database.ts'

/**
 * The same database, for what must not delay readings: whatever is done with the response to a statement waits for its turn.
 * Transactions go on at once, since others may wait for what they have locked.
 */
export const withLowPriority = <Db extends Database>(db: Db): Db => ({
  ...db,
  query: async (...asked: Parameters<Queryable['query']>) => {
    const rows = await db.query<never>(...asked)
    await nextTurn()
    return rows
  },
  inCell: (cell: number) => withLowPriority(db.inCell(cell)),
})
