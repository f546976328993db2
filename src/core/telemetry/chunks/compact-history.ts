import sql, { raw } from 'sql-template-tag'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { timeSlices } from '../../../platform/long-work/time-slices.ts'
import { listMonths, type ReadingMonth, truncateRows } from '../storage/reading-months.ts'
import { NotCompactable } from './chunk.ts'
import { type Compacted, compactStretch } from './compact-readings.ts'
import { type CompactableRange, findStretch } from './find-stretch.ts'

const HOUR_MS = 3_600_000
/** Readings this late are rare, so a month that ended before is compacted to its last reading. */
const OVER_AFTER_MS = 48 * HOUR_MS
const DEVICES_AT_ONCE = 500

export interface Compaction {
  /** Readings from before this time are compacted. */
  until: Date
  /** Months to compact; all others are left alone. Those are chosen by a person, so few readings are enough. */
  months?: readonly ReadingMonth[]
  /** Every transaction is undone, after the first of each device. */
  isTrial?: boolean
  now: Date
}

/**
 * Compacts readings device by device, the newest month first. Yields what each transaction did. Throws at the end if some
 * readings are not compactable; they stay rows, and keep no other device waiting.
 */
export async function* compactHistory(
  db: Database,
  { until, months, isTrial = false, now }: Compaction,
): AsyncGenerator<Compacted> {
  const failures: NotCompactable[] = []
  for (const month of months ?? (await listMonthsToCompact(db, until))) {
    const isOver = months !== undefined || month.to + OVER_AFTER_MS <= now.getTime()
    const to = Math.min(month.to, until.getTime())
    for await (const deviceId of devices(db)) {
      try {
        yield* compactDevice(db, { deviceId, from: month.from, to, isOver }, isTrial)
      } catch (error) {
        if (!(error instanceof NotCompactable)) throw error
        failures.push(error)
      }
    }
    if (isOver && !isTrial) await truncateRows(db, month)
  }
  if (failures.length > 0) throw failures[0]!
}

async function* compactDevice(db: Database, range: CompactableRange, isTrial: boolean): AsyncGenerator<Compacted> {
  const giveWay = timeSlices()
  for (;;) {
    const stretch = await findStretch(db, range)
    const compacted = stretch && (await compactStretch(db, stretch, giveWay, { isTrial }))
    if (compacted === null) return
    yield compacted
    if (isTrial) return
  }
}

/** Months with rows from before this time, newest first, without those that a person has expanded. */
async function listMonthsToCompact(db: Queryable, until: Date): Promise<ReadingMonth[]> {
  const expanded = await db.query<{ start: string }>(sql`select month::text as start from expanded_months`)
  const starts = new Set(expanded.map(({ start }) => Date.parse(start)))
  const months = (await listMonths(db)).filter(({ from }) => from < until.getTime() && !starts.has(from))
  const full: ReadingMonth[] = []
  for (const month of months.reverse()) {
    const [row] = await db.query(sql`select from ${raw(month.table)} limit 1`)
    if (row !== undefined) full.push(month)
  }
  return full
}

async function* devices(db: Queryable): AsyncGenerator<number> {
  for (let behind = 0; ; ) {
    const rows = await db.query<{ device_id: number }>(sql`
      select device_id from device_states where device_id > ${behind} order by device_id limit ${DEVICES_AT_ONCE}`)
    for (const { device_id } of rows) yield device_id
    if (rows.length < DEVICES_AT_ONCE) return
    behind = rows.at(-1)!.device_id
  }
}
