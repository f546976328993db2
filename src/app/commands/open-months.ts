import { Command } from 'commander'
import sql from 'sql-template-tag'
import { BY_COMMAND, recordChange } from '../../core/audit-log/record-change.ts'
import { inEachCell } from '../../core/cells/in-each-cell.ts'
import { openMonths } from '../../core/telemetry/storage/open-months.ts'
import { listMonths, monthOf, nameOfMonth, type ReadingMonth } from '../../core/telemetry/storage/reading-months.ts'
import { systemClock } from '../../platform/clock.ts'
import { OperatorError } from '../../platform/errors.ts'
import { withDatabase } from './connect.ts'
import { monthArgument } from './month-argument.ts'
import { JSON_FLAG, print } from './output.ts'

/** Every plan over all readings looks at every table. */
const MOST_MONTHS = 600

interface Flags {
  from: ReadingMonth
  to?: ReadingMonth
  json?: boolean
}

export function openMonthsCommand(): Command {
  return new Command('open-months')
    .description('store the readings of past months by month, before you send old recordings')
    .requiredOption('--from <month>', 'the first month, such as 2019-01', monthArgument)
    .option('--to <month>', 'the last month; without it, the present one', monthArgument)
    .option(...JSON_FLAG)
    .action(open)
}

async function open(flags: Flags): Promise<void> {
  const now = systemClock()
  const present = monthOf(now.getTime())
  const { from, to = present } = flags
  if (to.from < from.from || to.from > present.from || from.from < 0)
    throw new OperatorError('The months must lie between 1970-01 and the present one, the first before the last')
  const made = await withDatabase(async (db) => {
    const before = await listMonths(db)
    if (before.length + countBetween(from, to) > MOST_MONTHS)
      throw new OperatorError(`There would be more than ${MOST_MONTHS} months; open fewer at once`)
    await db.transaction(async (tx) => {
      await tx.query(sql`set local statement_timeout = 0`)
      await inEachCell(tx, (cell) => openMonths(cell, { from: from.from, to: to.to }))
    })
    const known = new Set(before.map(({ from }) => from))
    const months = (await listMonths(db)).filter((month) => !known.has(month.from)).map(nameOfMonth)
    const subject = { type: 'readings', id: `${nameOfMonth(from)} ${nameOfMonth(to)}` }
    const change = { action: 'readings.months_opened', subject, before: null, after: { months: months.length } }
    if (months.length > 0) await recordChange(db, BY_COMMAND, change, now)
    return months
  })
  const words = made.length === 0 ? 'All of these months were open.' : `Opened ${made.length} months.`
  print({ months: made }, words, flags)
}

const countBetween = (from: ReadingMonth, to: ReadingMonth): number => {
  const [first, last] = [new Date(from.from), new Date(to.from)]
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1
}
