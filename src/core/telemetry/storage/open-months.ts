import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import { divideOldReadings } from './old-readings.ts'
import {
  listOldReadings,
  listTables,
  lockMonths,
  makeMonth,
  makeOldReadings,
  monthOf,
  oldReadings,
  type ReadingMonth,
} from './reading-months.ts'

/** Readings open the month that they lie in if it is one of the last so many before the present one, or a later one. */
const OPENED_BEFORE_NOW = 12
/** Before it, no clock of a server is. */
const EARLIEST = 0

export interface ReadingMonths {
  /** Creates the missing tables for these event times (ms). */
  ensure(times: readonly number[], now: Date): Promise<void>
  /** Clears the cache, because a table has been dropped. */
  forget(): void
}

/**
 * Readings are stored by month, so that old ones are deleted by dropping a table. A month is created for its first
 * reading, unless it is over for a year: devices would decide how many tables there are. What they send of a time before
 * is stored in a table of many months.
 */
export function readingMonths(db: CellDatabase): ReadingMonths {
  let months: ReadingMonth[] = []
  let old: ReadingMonth[] = []

  const hasMonth = (at: number) => months.some((month) => covers(month, at))

  return {
    async ensure(times, now) {
      const missing = times.filter((at) => !hasMonth(at))
      if (missing.length === 0) return
      const opensFrom = earliestToOpen(now)
      for (const at of missing) {
        if (hasMonth(at) || (at < opensFrom && old.some((table) => covers(table, at)))) continue
        const table = await db.transaction((tx) => tableFor(tx, at, opensFrom))
        if (table.table === monthOf(at).table) months.push(table)
        else old.push(table)
      }
    },
    forget() {
      months = []
      old = []
    },
  }
}

const covers = ({ from, to }: ReadingMonth, at: number) => at >= from && at < to

/** Start of the first month that a reading opens (ms). Pure. */
function earliestToOpen(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - OPENED_BEFORE_NOW)
}

/** The table for readings of this time, which is made if there is none. */
async function tableFor(tx: InCell, at: number, opensFrom: number): Promise<ReadingMonth> {
  if (at >= opensFrom || at < EARLIEST) {
    const month = monthOf(at)
    await openMonths(tx, month)
    return month
  }
  await lockMonths(tx)
  const tables = await listTables(tx)
  const found = tables.find((table) => covers(table, at))
  if (found !== undefined) return found
  const made = oldReadings(
    tables.findLast(({ to }) => to <= at)?.to ?? EARLIEST,
    Math.min(tables.find(({ from }) => from > at)?.from ?? opensFrom, opensFrom),
  )
  await makeOldReadings(tx, made)
  return made
}

/** Makes the missing tables of all months of a range (ms). Readings of these months move out of tables of many months. */
export async function openMonths(tx: InCell, { from, to }: Pick<ReadingMonth, 'from' | 'to'>): Promise<void> {
  await lockMonths(tx)
  const makeAll = async () => {
    for (let month = monthOf(from); month.from < to; month = monthOf(month.to)) await makeMonth(tx, month)
  }
  const inTheWay = (await listOldReadings(tx)).filter((old) => old.from < to && old.to > from)
  await divideOldReadings(tx, inTheWay, { from, to }, makeAll)
}

/** Makes tables of many months for those of a range (ms) that have none. */
export async function coverMonths(tx: InCell, { from, to }: Pick<ReadingMonth, 'from' | 'to'>): Promise<void> {
  await lockMonths(tx)
  const tables = await listTables(tx)
  let reached = from
  for (const table of [...tables.filter((table) => table.to > from && table.from < to), { from: to, to }]) {
    if (table.from > reached) await makeOldReadings(tx, oldReadings(reached, table.from))
    reached = table.to
  }
}
