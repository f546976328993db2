import type { Database, Queryable } from '../../../platform/database/database.ts'
import { aggregateLastHours, dropMinutes } from '../hours/hourly-metrics.ts'
import { dropMonth, listMonthsBefore, type ReadingMonth, type ReadingMonths } from './reading-months.ts'

const DAY_MS = 86_400_000

/** Saves readings of a month before it is dropped; returns whether there may be more to save. */
export type SaveReadings = (tx: Queryable, month: ReadingMonth, now: Date) => Promise<boolean>

/**
 * Drops the oldest month that lies entirely before the retention, once its hours are aggregated and readings that are
 * still needed are saved. Returns whether there may be another.
 */
export async function dropOldReadings(
  db: Database,
  months: Pick<ReadingMonths, 'forget'>,
  retentionDays: number | null,
  saveReadings: SaveReadings,
  now: Date,
): Promise<boolean> {
  if (retentionDays === null) return false
  const [oldest] = await listMonthsBefore(db, new Date(now.getTime() - retentionDays * DAY_MS))
  if (oldest === undefined) return false
  const moved = await db.transaction(async (tx) => {
    if (await saveReadings(tx, oldest, now)) return true
    // First: summing up the last hours may create a few more of these, which are deleted with the next month.
    if (await dropMinutes(tx, oldest.to)) return true
    if (!(await aggregateLastHours(tx, oldest.from, oldest.to))) return false
    return dropMonth(tx, oldest)
  })
  months.forget()
  return moved
}
