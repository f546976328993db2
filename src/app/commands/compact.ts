import { Command } from 'commander'
import { BY_COMMAND, recordChange } from '../../core/audit-log/record-change.ts'
import { inEachCell } from '../../core/cells/in-each-cell.ts'
import { COMPACT_AFTER_H, NotCompactable } from '../../core/telemetry/chunks/chunk.ts'
import { type Compaction, compactHistory } from '../../core/telemetry/chunks/compact-history.ts'
import { expandMonth, forgetExpanded } from '../../core/telemetry/chunks/expand-month.ts'
import { listMonths, nameOfMonth, type ReadingMonth } from '../../core/telemetry/storage/reading-months.ts'
import { secondsAfter, systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'
import { withDatabase } from './connect.ts'
import { monthArgument, requireStored } from './month-argument.ts'
import { JSON_FLAG, print } from './output.ts'

export function compactCommand(): Command {
  return new Command('compact')
    .description('compact old readings now; the service does so by itself')
    .option('--month <month>', 'only this month, such as 2026-11, with its last few readings', monthArgument)
    .option('--dry-run', 'compact a part of each device, compare and undo it, and show what it would save')
    .option(...JSON_FLAG)
    .action(compact)
}

export function expandCommand(): Command {
  return new Command('expand')
    .description('turn the compacted readings of a month into rows again')
    .requiredOption('--month <month>', 'month of the readings, such as 2026-11', monthArgument)
    .option(...JSON_FLAG)
    .action(expand)
}

interface Totals {
  readings: number
  rows_bytes: number
  chunk_bytes: number
  /** Readings that were read back and compared, with those of chunks that were replaced. */
  verified: number
}

async function compact(flags: { month?: ReadingMonth; dryRun?: boolean; json?: boolean }): Promise<void> {
  const isTrial = flags.dryRun ?? false
  const totals: Totals = { readings: 0, rows_bytes: 0, chunk_bytes: 0, verified: 0 }
  let failure: unknown = null
  await withDatabase(async (db, { compactAfterH }) => {
    const now = systemClock()
    const until = secondsAfter(now, -3_600 * (compactAfterH === 'off' ? COMPACT_AFTER_H : compactAfterH))
    const { month } = flags
    if (month !== undefined) await requireStored(db, month)
    if (month !== undefined && !isTrial) await inEachCell(db, (cell) => forgetExpanded(cell, month))
    try {
      for await (const done of compactCells(db, month, { until, isTrial, now })) {
        totals.readings += done.readings
        totals.rows_bytes += done.rowBytes
        totals.chunk_bytes += done.chunkBytes
        totals.verified += done.verified
      }
    } catch (error) {
      failure = error
    }
    if (!isTrial) await record(db, 'readings.compacted', month, totals.readings, now)
  })
  if (failure === null || totals.readings > 0) {
    print({ dry_run: isTrial, ...totals }, inWords(totals, isTrial), flags)
  }
  if (failure instanceof NotCompactable) {
    throw new OperatorError(`Some readings stay rows: ${failure.message}`, { cause: failure })
  }
  if (failure !== null) throw failure
}

async function* compactCells(db: Database, month: ReadingMonth | undefined, how: Omit<Compaction, 'months'>) {
  for (const number of db.cells()) {
    const cell = db.inCell(number)
    const months = month && (await listMonths(cell)).filter(({ from }) => from === month.from)
    yield* compactHistory(cell, months === undefined ? how : { ...how, months })
  }
}

async function expand(flags: { month: ReadingMonth; json?: boolean }): Promise<void> {
  let readings = 0
  await withDatabase(async (db) => {
    await requireStored(db, flags.month)
    for (const cell of db.cells()) {
      for await (const expanded of expandMonth(db.inCell(cell), flags.month)) readings += expanded
    }
    await record(db, 'readings.expanded', flags.month, readings, systemClock())
  })
  const month = nameOfMonth(flags.month)
  const words =
    readings === 0
      ? `No readings of ${month} are in chunks, and none will be until you run tocsin compact --month ${month}.`
      : `${readings} readings are rows again, until you run tocsin compact --month ${month}.`
  print({ readings }, words, flags)
}

function inWords({ readings, rows_bytes, chunk_bytes }: Totals, isTrial: boolean): string {
  if (readings === 0) return 'Nothing to compact.'
  const each = (bytes: number) => `${(bytes / readings).toFixed(1)} bytes`
  const verb = isTrial ? 'were compacted, compared and expanded again' : 'were compacted and compared'
  return `${readings} readings ${verb}: ${each(rows_bytes)} a reading before, ${each(chunk_bytes)} after.`
}

async function record(
  db: Database,
  action: string,
  month: ReadingMonth | undefined,
  readings: number,
  now: Date,
): Promise<void> {
  if (readings === 0) return
  const id = month === undefined ? 'all' : nameOfMonth(month)
  await recordChange(
    db,
    BY_COMMAND,
    { action, subject: { type: 'readings', id }, before: null, after: { readings } },
    now,
  )
}
