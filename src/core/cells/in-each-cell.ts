import type { CellDatabase, Database, InCell, Queryable } from '../../platform/database/database.ts'

/** Does the same in all cells, one after the other: for what is set for all of them, in one transaction. */
export async function inEachCell<Result>(db: Queryable, work: (cell: InCell) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const number of db.cells()) results.push(await work(db.inCell(number)))
  return results
}

export interface PerCell<Made> {
  of(cell: number): Made
  all(): Made[]
}

/**
 * What `make` makes for a cell, once for each: such as its queue. Cells that are added later get theirs when they are
 * first used.
 */
export function perCell<Made>(db: Database, make: (db: CellDatabase, cell: number) => Made): PerCell<Made> {
  const made = new Map<number, Made>()
  function of(cell: number): Made {
    const known = made.get(cell) ?? make(db.inCell(cell), cell)
    made.set(cell, known)
    return known
  }
  return { of, all: (): Made[] => db.cells().map(of) }
}

/**
 * A step of a job that does its work in all cells, one after the other: it may be part of one transaction. A cell that
 * fails keeps none of the others from theirs; the first error is thrown at the end.
 */
export const stepInEachCell =
  (db: Database, work: (cell: CellDatabase, now: Date) => Promise<boolean>) =>
  async (now: Date): Promise<boolean> => {
    const steps: Promise<boolean>[] = []
    for (const cell of db.cells()) {
      const step = work(db.inCell(cell), now)
      steps.push(step)
      await step.catch(() => undefined)
    }
    return anyOf(steps)
  }

/** Whether any of these found work. Waits for all of them, and throws the first error then. */
export async function anyOf(steps: readonly Promise<boolean>[]): Promise<boolean> {
  const outcomes = await Promise.allSettled(steps)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value)
}
