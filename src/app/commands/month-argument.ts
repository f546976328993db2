import { InvalidArgumentError } from 'commander'
import {
  listMonthsWithReadings,
  monthOf,
  nameOfMonth,
  type ReadingMonth,
} from '../../core/telemetry/storage/reading-months.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { OperatorError } from '../../platform/errors.ts'

/** A month on the command line, such as 2026-11. */
export function monthArgument(text: string): ReadingMonth {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('It must be a month such as 2026-11.')
  return monthOf(Date.parse(text))
}

/** Fails if no reading of this month has ever been stored, or if its readings were deleted. */
export async function requireStored(db: Queryable, month: ReadingMonth): Promise<void> {
  const isStored = (await listMonthsWithReadings(db)).some(({ from }) => from === month.from)
  if (!isStored) throw new OperatorError(`No readings of ${nameOfMonth(month)} are stored`)
}
