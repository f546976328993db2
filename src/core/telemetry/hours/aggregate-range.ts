import sql from 'sql-template-tag'
import type { CellDatabase, Queryable } from '../../../platform/database/database.ts'
import { aggregateMarked, type MarkedHour, waitForSums } from './hourly-metrics.ts'

/** Two days of a device, whose sums are then written twice instead of 48 times. */
const HOURS_AT_ONCE = 48

/**
 * Sums up all marked hours of a time range (ms), waiting for others who change sums. `onSummed` gets the number of hours
 * after each step.
 */
export async function aggregateRange(
  db: CellDatabase,
  range: { from: number; to: number },
  onSummed: (hours: number) => void = () => undefined,
): Promise<void> {
  let last: Pick<MarkedHour, 'device_id' | 'hour'> | null = null
  for (;;) {
    const behind: typeof last = last
    const marked: MarkedHour[] = await db.transaction(async (tx) => {
      await waitForSums(tx)
      const some = await listMarkedBetween(tx, range, behind)
      await aggregateMarked(tx, some)
      return some
    })
    // Hours that were marked again meanwhile are found in another round.
    if (marked.length === 0 && behind === null) return
    last = marked.at(-1) ?? null
    onSummed(marked.length)
  }
}

const listMarkedBetween = (
  tx: Queryable,
  { from, to }: { from: number; to: number },
  behind: Pick<MarkedHour, 'device_id' | 'hour'> | null,
) =>
  tx.query<MarkedHour>(sql`
    select device_id, hour, marks
    from hours_to_aggregate
    where (device_id, hour) > (${behind?.device_id ?? 0}, ${behind?.hour ?? new Date(0)})
      and hour >= ${new Date(from)} and hour < ${new Date(to)}
    order by device_id, hour
    limit ${HOURS_AT_ONCE}`)
