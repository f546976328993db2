import type { Queryable } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { type ReportRow, type ReportScope, sortedRows, totalsOf } from './report.ts'
import { REPORT_KINDS, type ReportKey } from './report-kinds.ts'

const HOUR_MS = 3_600_000

export interface Report {
  kind: ReportKey
  /** The most important first. */
  rows: ReportRow[]
  /** In the order of the columns. */
  totals: (number | null)[]
  isCut: boolean
}

/** A day may have 25 hours. */
export const isTooLongFor = (kind: ReportKey, { from, to }: { from: Date; to: Date }): boolean =>
  to.getTime() - from.getTime() > (REPORT_KINDS[kind].mostDays * 24 + 1) * HOUR_MS

/** Throws 400 for a period that is too long. */
export async function readReport(db: Queryable, kind: ReportKey, scope: ReportScope): Promise<Report> {
  const found = REPORT_KINDS[kind]
  if (isTooLongFor(kind, scope)) throw invalidField('/to', 'too_long_time', found.mostDays)
  const { rows, isCut } = await found.read(db, scope)
  return { kind, rows: sortedRows(found, rows), totals: totalsOf(found.columns, rows), isCut }
}
