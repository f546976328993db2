import sql from 'sql-template-tag'
import type { Queryable } from '../../platform/database/database.ts'
import { type CheckResult, okResult, warn } from './finding.ts'

/** Checks that every cell is complete. Says nothing of a single one. */
export async function checkCells(db: Queryable): Promise<CheckResult[]> {
  const cells = await db.query<{ number: number; joined: boolean }>(
    sql`select number, joined from cells order by number`,
  )
  if (cells.length === 1) return []
  const apart = cells.filter(({ joined }) => !joined).map(({ number }) => number)
  if (apart.length === 0) return [okResult('cells', `all ${cells.length} are complete`)]
  return [warn('cells', `cell ${apart.join(', ')} was not added completely`, 'Run tocsin cell add, which completes it')]
}
