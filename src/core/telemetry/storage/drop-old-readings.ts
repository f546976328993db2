import type { Database, Queryable } from '../../../platform/database/database.ts'
import { aggregateLastHours, dropMinutes } from '../hours/hourly-metrics.ts'
import { deletePart, findPartBefore } from './old-readings.ts'
import type { ReadingMonths } from './open-months.ts'
import { dropTable, listTablesBefore, type ReadingMonth } from './reading-months.ts'

const DAY_MS = 86_400_000

/** Saves readings of a month before it is dropped; returns whether there may be more to save. */
export type SaveReadings = (tx: Queryable, month: ReadingMonth, now: Date) => Promise<boolean>

/**
 * Drops the oldest table that lies entirely before the retention, once its hours are aggregated and readings that are
 * still needed are saved; then deletes the readings of such months from a table of many. Returns whether there may be
 * another.
 */
export async function dropOldReadings(
  db: Database,
  months: Pick<ReadingMonths, 'forget'>,
  retentionDays: number | null,
  saveReadings: SaveReadings,
  now: Date,
): Promise<boolean> {
  if (retentionDays === null) return false
  const before = new Date(now.getTime() - retentionDays * DAY_MS)
  const [whole] = await listTablesBefore(db, before)
  const oldest = whole ?? (await findPartBefore(db, before))
  if (oldest === null) return false
  const moved = await db.transaction(async (tx) => {
    if (await saveReadings(tx, oldest, now)) return true
    // First: summing up the last hours may create a few more of these, which are deleted with the next month.
    if (await dropMinutes(tx, oldest.to)) return true
    if (!(await aggregateLastHours(tx, oldest.from, oldest.to))) return false
    if (whole !== undefined) return dropTable(tx, whole)
    await deletePart(tx, oldest)
    return true
  })
  months.forget()
  return moved
}
