import type { Database } from '../platform/database.ts'
import { sumUpLastHours } from './hourly-metrics.ts'
import { dropMonth, listMonthsBefore, type ReadingMonths } from './reading-months.ts'

const DAY_MS = 86_400_000

/**
 * Drops the oldest month that lies wholly behind the retention, once its hours are summed up. Returns whether there
 * may be another.
 */
export async function dropOldReadings(
  db: Database,
  months: ReadingMonths,
  retentionDays: number | null,
  now: Date,
): Promise<boolean> {
  if (retentionDays === null) return false
  const [oldest] = await listMonthsBefore(db, new Date(now.getTime() - retentionDays * DAY_MS))
  if (oldest === undefined) return false
  const isDropped = await db.transaction(async (tx) => {
    if (!(await sumUpLastHours(tx, oldest.from, oldest.to))) return false
    await dropMonth(tx, oldest)
    return true
  })
  months.forget()
  return isDropped
}
