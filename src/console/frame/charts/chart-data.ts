import type { Severity } from '../../../core/vocabulary/severities.ts'

/** A line of a chart for the script: in the reader's units, times in seconds since 1970. */
export interface ChartData {
  key: string
  name: string
  unit: string
  digits: number
  from: number
  to: number
  lines: Lines
  limits: ChartLimit[]
  bands: ChartBand[]
  /** Index of the line's colour and dashes. */
  colour: number
}

/** A chart has one line with its limits and alerts, or several without, to compare them. */
export type ChartLines = readonly [ChartData, ...ChartData[]]

/** Lines that are compared also differ in their dashes, for people and paper without colours. */
const DASHES = [[], [10, 4], [2, 3], [10, 3, 2, 3], [5, 3], [16, 5], [10, 3, 2, 3, 2, 3], [2, 7]]

export const dashesOf = (colour: number): number[] => DASHES[(colour - 1) % DASHES.length]!

/** `v` is a value, or the mean of a bucket; then `low` and `high` are its minimum and maximum. Null is a gap. */
export interface Lines {
  t: number[]
  v: (number | null)[]
  low?: (number | null)[]
  high?: (number | null)[]
  /** Width of the buckets; null for single values. */
  width: number | null
  /** Points farther apart than this are not connected. */
  gap: number
}

export interface ChartLimit {
  value: number
  severity: Severity
  text: string
  /** The value with its unit. */
  amount: string
  /** Comparison that breaches the limit. */
  op: 'gt' | 'gte' | 'lt' | 'lte'
}

export function breaksLimit({ op, value: limit }: Pick<ChartLimit, 'op' | 'value'>, value: number): boolean {
  if (value === limit) return op === 'gte' || op === 'lte'
  return op.startsWith('g') ? value > limit : value < limit
}

/** Time during which an alert was open; `to` is null while it is. */
export interface ChartBand {
  from: number
  to: number | null
  severity: Severity
  text: string
}
