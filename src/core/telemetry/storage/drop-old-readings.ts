import type { CellDatabase, InCell } from '../../../platform/database/database.ts'
import { aggregateLastHours, dropMinutes } from '../hours/hourly-metrics.ts'
import { deletePart, findPartBefore } from './old-readings.ts'
import type { ReadingMonths } from './open-months.ts'
import { dropTable, listTablesBefore, type ReadingMonth } from './reading-months.ts'

/** Saves readings of a month, or of a device in it, before they are deleted; returns whether there may be more to save. */
export type SaveReadings = (
  tx: InCell,
  month: Pick<ReadingMonth, 'from' | 'to'> & { deviceId?: number },
  now: Date,
) => Promise<boolean>

/** The outcome of a step: `begun` has more to do; the last two left the table as it was, for now. */
export type DropStep = 'dropped' | 'begun' | 'hours_wait' | 'in_use'

/**
 * Drops a table that lies entirely before a time up to which nobody keeps readings, once its hours are aggregated and readings that are still
 * needed are saved; if there is none, deletes the readings of such months from a table of many. A table that cannot be
 * dropped yet keeps none of the others. Returns whether there may be another.
 */
export async function dropOldReadings(
  db: CellDatabase,
  months: Pick<ReadingMonths, 'forget'>,
  before: Date,
  saveReadings: SaveReadings,
  now: Date,
): Promise<boolean> {
  let failure: unknown
  for (const table of await listTablesBefore(db, before)) {
    const step = await dropOldTable(db, table, saveReadings, now).catch((error: unknown) => {
      failure ??= error
      return 'in_use' as const
    })
    months.forget()
    if (step === 'dropped' || step === 'begun') return true
  }
  if (failure !== undefined) throw failure
  return deleteOldPart(db, before, saveReadings, now)
}

/** One step on the way to dropping a table, in a transaction; it may wait for others who sum up hours. */
export const dropOldTable = (
  db: CellDatabase,
  table: ReadingMonth,
  saveReadings: SaveReadings,
  now: Date,
  { waits = false }: { waits?: boolean } = {},
): Promise<DropStep> =>
  db.transaction(async (tx) => {
    const unready = await prepare(tx, table, saveReadings, now, waits)
    if (unready !== null) return unready
    return (await dropTable(tx, table)) ? 'dropped' : 'in_use'
  })

/** Null when nothing keeps the readings any longer. */
async function prepare(
  tx: InCell,
  table: ReadingMonth,
  saveReadings: SaveReadings,
  now: Date,
  waits = false,
): Promise<'begun' | 'hours_wait' | null> {
  if (await saveReadings(tx, table, now)) return 'begun'
  // First: summing up the last hours may create a few more of these, which are deleted with the next month.
  if (await dropMinutes(tx, table.to)) return 'begun'
  return (await aggregateLastHours(tx, table, { waits })) ? null : 'hours_wait'
}

async function deleteOldPart(db: CellDatabase, before: Date, saveReadings: SaveReadings, now: Date): Promise<boolean> {
  const part = await findPartBefore(db, before)
  if (part === null) return false
  return db.transaction(async (tx) => {
    const unready = await prepare(tx, part, saveReadings, now)
    if (unready === null) await deletePart(tx, part)
    return unready !== 'hours_wait'
  })
}
