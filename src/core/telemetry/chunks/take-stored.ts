import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/database.ts'
import type { GiveWay } from '../../../platform/long-work/time-slices.ts'
import { type Between, readBetween } from '../history/read-readings.ts'
import type { HistoryRow, ReadingRecord } from '../history/reading-record.ts'

/** Few enough for their JSON to be parsed within a slice. */
const ROWS_AT_ONCE = 200

/** The first readings between two places that are rows, or that are in chunks. */
export async function takeStored(
  db: Queryable,
  deviceId: number,
  between: Between,
  { in: where, limit = Infinity, giveWay }: { in: 'rows' | 'chunks'; limit?: number; giveWay?: GiveWay },
): Promise<ReadingRecord[]> {
  const none = sql`false`
  const only = { isWanted: () => true, ...(where === 'rows' ? { chunks: none } : { rows: none }) }
  const taken: ReadingRecord[] = []
  for await (const readings of readBetween(db, deviceId, between, {
    order: 'oldest first',
    atOnce: ROWS_AT_ONCE,
    only,
  })) {
    for (const reading of readings) {
      await giveWay?.()
      taken.push(reading)
      if (taken.length === limit) return taken
    }
  }
  return taken
}

/** The range that contains both of these places. */
export const around = ({ first, last }: { first: HistoryRow; last: HistoryRow }): Between => ({
  after: { ...first, digest: `${BigInt(first.digest) - 1n}` },
  before: { ...last, digest: `${BigInt(last.digest) + 1n}` },
})
