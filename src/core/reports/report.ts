import type { Queryable } from '../../platform/database/database.ts'
import type { Coordinates } from '../../platform/great-circle.ts'
import type { Language, Words } from '../../words/words.ts'
import type { Reach } from '../reach/reach.ts'
import type { ReachedId } from '../reach/reached-id.ts'
import type { Amount } from '../vocabulary/amounts.ts'

/** The devices and the period that a report is about. */
export interface ReportScope {
  reach: Reach
  /** Only devices with this tag; null: all. */
  tag: string | null
  from: Date
  to: Date
  /** The language of the names of rules. */
  language: Language
  now: Date
}

/** Columns, by their words. */
type ColumnName = keyof Words['reports']['columns']

export interface ReportColumn {
  name: ColumnName
  amount: Amount
  /** How the last row is made of the others; null: it is empty there. */
  total: 'sum' | 'most' | 'least' | 'mean' | null
}

export interface ReportRow {
  /** The device, the rule or the geofence. */
  name: string
  device: { id: ReachedId<'device'>; name: string; site_id: number } | null
  /** The key of the rule, in a report on rules. */
  rule: string | null
  /** In the order of the columns. */
  values: (number | null)[]
  /** Where the largest value was. */
  at: Coordinates | null
  /** When what is counted began, if that was after the beginning of the period. */
  since?: Date | null
}

interface ReportRows {
  rows: ReportRow[]
  /** Whether there is more than the report reads. */
  isCut: boolean
}

export interface ReportKind {
  columns: readonly ReportColumn[]
  /** The column that orders the rows and is drawn. */
  main: ColumnName
  /** Whether the rows with the smallest number come first. */
  leastFirst?: true
  /** The alerts of rules on this field are what it counts. */
  field?: string
  /** The longest period. */
  mostDays: number
  read: (db: Queryable, scope: ReportScope) => Promise<ReportRows>
}

/** The row of totals, in the order of the columns. Pure. */
export const totalsOf = (columns: readonly ReportColumn[], rows: readonly ReportRow[]): (number | null)[] =>
  columns.map(({ total }, place) => {
    const numbers = rows.flatMap(({ values }) => values[place] ?? [])
    if (total === null || numbers.length === 0) return null
    const sum = numbers.reduce((one, other) => one + other, 0)
    if (total === 'sum') return sum
    if (total === 'mean') return sum / numbers.length
    return numbers.reduce((one, other) => (total === 'most' ? Math.max(one, other) : Math.min(one, other)))
  })

/** The rows in the order of the main column, those without a number last. Pure. */
export function sortedRows({ columns, main, leastFirst }: ReportKind, rows: readonly ReportRow[]): ReportRow[] {
  const place = columns.findIndex(({ name }) => name === main)
  const sign = leastFirst === true ? -1 : 1
  const orderOf = ({ values }: ReportRow) => (values[place] == null ? -Infinity : sign * values[place])
  return rows.toSorted((one, other) => orderOf(other) - orderOf(one) || (one.name < other.name ? -1 : 1))
}
