import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { CellDatabase, Queryable } from '../../../platform/database/database.ts'
import { isConnectionLost } from '../../../platform/database/sql-errors.ts'
import { timeSlices } from '../../../platform/long-work/time-slices.ts'
import { HOUR_MS } from '../hours/closed-hours.ts'
import { hasRowsOnDisk, listMonths, type ReadingMonth, truncateRows } from '../storage/reading-months.ts'
import { NotCompactable } from './chunk.ts'
import { type Compacted, compactStretch } from './compact-readings.ts'
import { type CompactableRange, findStretch } from './find-stretch.ts'

/** Readings this late are rare, so a month that ended before is compacted to its last reading. */
const OVER_AFTER_MS = 48 * HOUR_MS
const DEVICES_AT_ONCE = 500
/** A device that is storing readings is tried again, after a pause that grows with each try. */
const TRIES = 20
const PAUSE_MS = 10
/** Shorter than for work that a person waits for: a compaction delays readings as little as possible. */
const SLICE_MS = 0.5

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
 * Compacts readings device by device, the newest month first. Yields what each transaction did, and once for each device
 * that it has left. Throws the first failure at the end: what fails for one device keeps no other waiting.
 */
export async function* compactHistory(
  db: CellDatabase,
  { until, months, isTrial = false, now }: Compaction,
): AsyncGenerator<Compacted> {
  const failures: unknown[] = []
  const note = (error: unknown) => {
    if (isConnectionLost(error)) throw error
    failures.push(error)
  }
  for (const month of months ?? (await listMonthsToCompact(db, until))) {
    const isOver = months !== undefined || month.to + OVER_AFTER_MS <= now.getTime()
    const to = Math.min(month.to, until.getTime())
    for await (const deviceId of devices(db)) {
      try {
        yield* compactDevice(db, { deviceId, from: month.from, to, isOver }, isTrial)
      } catch (error) {
        note(error)
      }
      yield NOTHING
    }
    if (isOver && !isTrial) await truncateRows(db, month).catch(note)
  }
  if (failures.length > 0) throw failures[0]
}

const NOTHING: Compacted = { readings: 0, verified: 0, rowBytes: 0, chunkBytes: 0 }

/** Throws `NotCompactable` if the device is busy again and again. */
async function* compactDevice(db: CellDatabase, range: CompactableRange, isTrial: boolean): AsyncGenerator<Compacted> {
  const giveWay = timeSlices(undefined, SLICE_MS)
  for (let tries = 0; ; ) {
    const stretch = await findStretch(db, range)
    if (stretch === null) return
    const compacted = await compactStretch(db, stretch, giveWay, { isTrial })
    if (compacted === 'expanded') return
    if (compacted === 'busy') {
      tries += 1
      if (tries === TRIES) throw new NotCompactable(`Device ${range.deviceId} was busy; try again`)
      await sleep(tries * PAUSE_MS)
      continue
    }
    tries = 0
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
  for (const month of months.reverse()) if (await hasRowsOnDisk(db, month)) full.push(month)
  return full
}

/** Deleted devices are left to the erasure. */
async function* devices(db: Queryable): AsyncGenerator<number> {
  for (let behind = 0; ; ) {
    const rows = await db.query<{ device_id: number }>(sql`
      select s.device_id
      from device_states as s
      join devices as d on d.id = s.device_id
      where s.device_id > ${behind} and d.deleted_at is null
      order by s.device_id
      limit ${DEVICES_AT_ONCE}`)
    for (const { device_id } of rows) yield device_id
    if (rows.length < DEVICES_AT_ONCE) return
    behind = rows.at(-1)!.device_id
  }
}
